import fc from 'fast-check';

/** Where bytes are cut, whatever their number; more cuts than bytes give empty pieces. */
export const cuts: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(), { maxLength: 12 });

export function cutAt(bytes: Uint8Array, points: readonly number[]): readonly Uint8Array[] {
  const ends = [...points.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(pieces);
}

/** Each with a line feed behind it. */
export function toLines(messages: readonly Uint8Array[]): Uint8Array {
  return concat(messages.flatMap((bytes) => [bytes, Uint8Array.of(0x0a)]));
}

/** A complete line without its line feed, or the size of one that was too long and has been skipped. */
export type Line = { readonly text: string } | { readonly oversizedBytes: number } | { readonly notUtf8: true };

/**
 * Splits bytes into lines at 0x0A and nowhere else (U+2028 is a character like
 * any other). Linear in the bytes; a character may be split between two pieces.
 * A line longer than `maxBytes` is counted, not kept.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(maxBytes = Number.POSITIVE_INFINITY) {
    this.#maxBytes = maxBytes;
  }

  push(bytes: Uint8Array): Line[] {
    const lines: Line[] = [];
    let start = this.#pushWhole(bytes, lines);
    for (let at = bytes.indexOf(10, start); at >= 0; at = bytes.indexOf(10, start)) {
      this.#keep(bytes.subarray(start, at));
      const line = this.#take();
      if (line) lines.push(line);
      start = at + 1;
    }
    if (start < bytes.length) this.#keep(bytes.subarray(start));
    return lines;
  }

  /** The bytes after the last line feed, when the stream ends. */
  end(): Line | undefined {
    return this.#take();
  }

  /** Several lines at once, decoded as one text; gives where to go on. Nothing when one of them needs a closer look. */
  #pushWhole(bytes: Uint8Array, lines: Line[]): number {
    const end = bytes.lastIndexOf(10);
    if (this.#size > 0 || end <= 0 || end > this.#maxBytes) return 0;
    try {
      for (const text of this.#decoder.decode(bytes.subarray(0, end)).split('\n')) {
        if (text.trim() !== '') lines.push({ text });
      }
      return end + 1;
    } catch {
      return 0;
    }
  }

  #keep(piece: Uint8Array): void {
    this.#size += piece.length;
    if (this.#size > this.#maxBytes) this.#parts = [];
    else if (piece.length > 0) this.#parts.push(piece);
  }

  // Blank lines are no messages and are passed over.
  #take(): Line | undefined {
    const size = this.#size;
    const parts = this.#parts;
    this.#size = 0;
    this.#parts = [];
    if (size > this.#maxBytes) return { oversizedBytes: size };
    try {
      const text = this.#decoder.decode(parts.length === 1 ? parts[0] : join(parts, size));
      return text.trim() === '' ? undefined : { text };
    } catch {
      return { notUtf8: true };
    }
  }
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

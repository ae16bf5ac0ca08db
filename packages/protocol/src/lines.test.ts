import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, type Line } from './lines.js';

const encoder = new TextEncoder();

/** All lines of a stream that comes in these pieces and then ends. */
function split(pieces: readonly Uint8Array[], maxBytes?: number): Line[] {
  const splitter = new LineSplitter(maxBytes);
  const lines = pieces.flatMap((piece) => splitter.push(piece));
  const last = splitter.end();
  return last ? [...lines, last] : lines;
}

const splitText = (text: string, maxBytes?: number): Line[] => split([encoder.encode(text)], maxBytes);
const bytewise = (text: string): Uint8Array[] => [...encoder.encode(text)].map((byte) => Uint8Array.of(byte));

function cut(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const points = [0, ...cuts.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return points.slice(1).map((end, index) => bytes.slice(points[index], end));
}

describe('LineSplitter', () => {
  it('splits at the line feed', () => {
    expect(splitText('{"a":1}\n{"b":2}\n')).toEqual([{ text: '{"a":1}' }, { text: '{"b":2}' }]);
  });

  it('gives the rest at the end of the stream, once', () => {
    const splitter = new LineSplitter();
    expect(splitter.push(encoder.encode('a\nb'))).toEqual([{ text: 'a' }]);
    expect(splitter.end()).toEqual({ text: 'b' });
    expect(splitter.end()).toBeUndefined();
  });

  it('passes blank lines over, and leaves a carriage return to JSON', () => {
    expect(splitText('\n \n\t\r\na\r\n\n')).toEqual([{ text: 'a\r' }]);
  });

  it.each(['a\u2028b', 'a\u2029b', 'a\u0085b', 'a\rb', 'a\u000bb', 'a\u000cb'])(
    'STD-01: %j is one line: only the line feed ends one',
    (text) => {
      expect(splitText(`${text}\n`)).toEqual([{ text }]);
    },
  );

  it('STD-19: puts characters together that came in pieces', () => {
    const text = 'ä€😀 世界';
    expect(split(bytewise(`${text}\n${text}`))).toEqual([{ text }, { text }]);
  });

  it('STD-19: says what is no UTF-8, and goes on', () => {
    const bytes = Uint8Array.of(0x61, 0x0a, 0xff, 0x0a, 0xe2, 0x82, 0x0a, 0x62, 0x0a);
    expect(split([bytes])).toEqual([{ text: 'a' }, { notUtf8: true }, { notUtf8: true }, { text: 'b' }]);
  });

  it('counts a line that is too long instead of keeping it, and goes on', () => {
    expect(splitText(`${'x'.repeat(11)}\n0123456789\nb\n`, 10)).toEqual([
      { oversizedBytes: 11 },
      { text: '0123456789' },
      { text: 'b' },
    ]);
    expect(split(bytewise(`${'x'.repeat(50)}\nb`), 10)).toEqual([{ oversizedBytes: 50 }, { text: 'b' }]);
    expect(splitText('x'.repeat(11), 10)).toEqual([{ oversizedBytes: 11 }]);
  });

  it('measures bytes, not characters', () => {
    expect(splitText('€€€\n', 9)).toEqual([{ text: '€€€' }]);
    expect(splitText('€€€\n', 8)).toEqual([{ oversizedBytes: 9 }]);
  });

  it('gives the same lines wherever the bytes are split', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', ' ', 'é', '€', '😀', '\u2028') });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.integer({ min: 1, max: 12 }),
        (all, cuts, maxBytes) => {
          const bytes = encoder.encode(all);
          expect(split(cut(bytes, cuts), maxBytes)).toEqual(split([bytes], maxBytes));
          expect(split(cut(bytes, cuts))).toEqual(
            all
              .split('\n')
              .filter((line) => line.trim() !== '')
              .map((line) => ({ text: line })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives the same for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.nat(), { maxLength: 4 }), (bytes, cuts) => {
        expect(split(cut(bytes, cuts))).toEqual(split([bytes]));
      }),
    );
  });

  it('takes time in proportion to the bytes, however small the pieces', () => {
    const splitter = new LineSplitter();
    const piece = Uint8Array.of(0x78);
    const startedAtMs = performance.now();
    for (let at = 0; at < 300_000; at++) splitter.push(piece);
    expect(splitter.end()).toHaveProperty('text.length', 300_000);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });
});

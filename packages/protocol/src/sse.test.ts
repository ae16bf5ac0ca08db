import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSse, sseComment, SseParser, type SseEvent } from './sse.js';

const parse = (...pieces: string[]): SseEvent[] => {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
};
const event = (data: string, more: Partial<SseEvent> = {}): SseEvent => ({
  event: 'message',
  data,
  id: undefined,
  retryMs: undefined,
  ...more,
});

/** The same text in pieces. */
function splitAt(text: string, cuts: readonly number[]): string[] {
  const points = [0, ...cuts.map((cut) => cut % (text.length + 1)).toSorted((a, b) => a - b), text.length];
  return points.slice(1).map((end, index) => text.slice(points[index], end));
}

describe('SseParser (WHATWG HTML, Interpreting an event stream)', () => {
  it.each<[string, string, SseEvent[]]>([
    ['one event', 'data: a\n\n', [event('a')]],
    ['no blank after the colon', 'data:a\n\n', [event('a')]],
    ['only one blank is taken away', 'data:  a\n\n', [event(' a')]],
    ['lines of data are joined', 'data: a\ndata\ndata: b\n\n', [event('a\n\nb')]],
    ['empty data is an event', 'data:\n\n', [event('')]],
    ['CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', [event('a'), event('b')]],
    ['CR', 'data: a\r\rdata: b\r\r', [event('a'), event('b')]],
    ['an event type', 'event: ping\ndata: a\n\ndata: b\n\n', [event('a', { event: 'ping' }), event('b')]],
    ['a type without data is none', 'event: ping\n\n', []],
    ['a colon in the data', 'data: {"a":1}\n\n', [event('{"a":1}')]],
    ['U+2028 and NEL are no line ends', 'data: a\u2028b\u0085c\n\n', [event('a\u2028b\u0085c')]],
    ['SHT-19: comments are passed over', ': hello\n\n:\n\ndata: a\n:\ndata: b\n\n', [event('a\nb')]],
    ['unknown fields are passed over', 'foo: 1\nbar\ndata: a\n\n', [event('a')]],
    ['field names have a case', 'Data: a\n\n', []],
    ['a byte order mark in front', '\ufeffdata: a\n\n', [event('a')]],
    ['a byte order mark later', 'data: a\n\n\ufeffdata: b\n\n', [event('a')]],
    ['what is not ended is no event', 'data: a\n', []],
    ['blank lines', '\n\n\ndata: a\n\n\n\n', [event('a')]],
    ['SHT25-09: an id alone, to prime the client', 'id: 7\ndata:\n\n', [event('', { id: '7' })]],
    ['an id with a null is passed over', 'id: a\0b\ndata: a\n\n', [event('a')]],
    ['SHT25-10: the time to wait', 'retry: 500\n\n', [event('', { retryMs: 500 })]],
    ['a time that is no number', 'retry: 5s\nretry: -1\ndata: a\n\n', [event('a')]],
  ])('%s', (_, text, events) => {
    expect(parse(text)).toEqual(events);
    expect(parse(...text.split(''))).toEqual(events);
  });

  it('gives the same events wherever the text is split', () => {
    const line = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ' ', ':', 'é', '\u2028', '\0') }),
      fc.constantFrom('data: a', 'data:', 'id: 1', 'event: x', 'retry: 10', ':', ''),
    );
    const stream = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')))
      .map((lines) => lines.map(([text, end]) => text + end).join(''));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(), { maxLength: 8 }), (text, cuts) => {
        expect(parse(...splitAt(text, cuts))).toEqual(parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text, however small the pieces', () => {
    const parser = new SseParser();
    const startedAtMs = performance.now();
    parser.push('data: ');
    for (let at = 0; at < 300_000; at++) parser.push('x');
    expect(parser.push('\n\n')[0]?.data).toHaveLength(300_000);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
  });
});

describe('encodeSse', () => {
  it('is read back, with and without an id, between comments', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.option(fc.stringMatching(/^[\x21-\x7e]+$/), { nil: undefined }), (value, id) => {
        const json = JSON.stringify(value);
        expect(parse(sseComment + encodeSse(json, id) + sseComment)).toEqual([event(json, { id })]);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeResult } from './json-rpc.js';
import { ResultWriter } from './result-writer.js';
import { codecs } from './revisions/index.js';

const server = { name: 'a "server"', version: '1' };
const text = fc.string({ unit: 'binary' });
const anId = fc.oneof(text, fc.maxSafeInteger());

describe.each(['2025-11-25', '2026-07-28'] as const)('a result of %s', (era) => {
  const writer = new ResultWriter(codecs[era], server);
  const whole = (id: string | number, result: Record<string, unknown>): unknown =>
    JSON.parse(encodeResult(id, codecs[era].completeResult(result, server)));

  it('is written as it would be in one piece', () => {
    const members = fc.record(
      {
        content: fc.array(fc.jsonValue()),
        _meta: fc.dictionary(text, fc.jsonValue()),
        resultType: text,
        more: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anId, fc.oneof(members, fc.dictionary(text, fc.jsonValue())), (id, result) => {
        expect(JSON.parse(writer.write(id, result))).toEqual(whole(id, result));
      }),
    );
  });

  it('that is one text is written so, too', () => {
    fc.assert(
      fc.property(anId, text, (id, value) => {
        const result = { content: [{ type: 'text', text: value }] };
        expect(writer.writeText(id, value)).toBe(encodeResult(id, codecs[era].completeResult(result, server)));
      }),
    );
  });

  it('that JSON cannot carry is refused', () => {
    expect(() => writer.write(1, { content: [1n] })).toThrow('BigInt');
  });
});

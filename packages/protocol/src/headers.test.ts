import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkMirroredHeaders, decodeHeaderValue, encodeHeaderValue, nameOf } from './headers.js';

const lookup =
  (headers: Record<string, string>) =>
  (name: string): string | undefined =>
    headers[name];

/** 2026-07-28, Streamable HTTP, Value Encoding, Encoding examples. */
const specExamples: [string, string][] = [
  ['us-west1', 'us-west1'],
  ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
  [' padded ', '=?base64?IHBhZGRlZCA=?='],
  ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
  ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
];

describe('header values', () => {
  it.each(specExamples)('SHT-29, SHT-36: %j is written as %s and read back (SHT-39)', (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decodeHeaderValue(header)).toBe(value);
  });

  it.each([
    ['a\tb', 'a\tb'],
    ['\tb', '=?base64?CWI=?='],
    ['a\u007f', '=?base64?YX8=?='],
    ['é', '=?base64?w6k=?='],
    ['', ''],
    ['=?base64?', '=?base64?'],
    ['=?BASE64?YQ==?=', '=?BASE64?YQ==?='],
    ['=?base64?=', '=?base64?PT9iYXNlNjQ/PQ==?='],
  ])('SHT-36, SHT-37: %j is written as %j', (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
    expect(decodeHeaderValue(header)).toBe(value);
  });

  it.each([
    ['=?base64?SGVsbG8?=', 'padding is missing'],
    ['=?base64?SGVs!!!bG8=?=', 'characters that are not Base64'],
    ['=?base64?SGVs bG8=?=', 'a blank inside'],
    ['=?base64?SGVs-_8=?=', 'the alphabet of URLs'],
    ['=?base64?=SGVsbG8?=', 'padding in front'],
    ['=?base64?/w==?=', 'no UTF-8'],
    ['caf\u00e9', 'a byte beyond ASCII'],
    ['a\u0000b', 'a control character'],
    ['a\u00a0', 'a blank that is none in HTTP'],
  ])('SHT-43: %j is refused: %s', (header) => {
    expect(decodeHeaderValue(header)).toBeUndefined();
  });

  it.each([
    ['SGVsbG8=', 'no markers'],
    ['=?base64?SGVsbG8=', 'no suffix'],
    ['SGVsbG8=?=', 'no prefix'],
    ['=?Base64?SGVsbG8=?=', 'another case'],
    ['x=?base64?SGVsbG8=?=', 'something in front'],
  ])('SHT-38: %j is taken as it is: %s', (header) => {
    expect(decodeHeaderValue(header)).toBe(header);
  });

  it('blanks around a value do not belong to it', () => {
    expect(decodeHeaderValue('  us-west1\t')).toBe('us-west1');
    expect(decodeHeaderValue(' =?base64?IHBhZGRlZCA=?= ')).toBe(' padded ');
  });

  it('SHT-36: everything comes back, and nothing unsafe goes out', () => {
    const values = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.string().map((inner) => `=?base64?${inner}?=`),
      fc.string().map((inner) => ` ${inner}\t`),
    );
    fc.assert(
      fc.property(values, (value) => {
        const header = encodeHeaderValue(value);
        expect(header).toMatch(/^[\t\x20-\x7e]*$/);
        expect(header.trim()).toBe(header);
        expect(decodeHeaderValue(header)).toBe(value);
      }),
    );
  });

  it('never throws, and takes linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        decodeHeaderValue(header);
      }),
    );
    const startedAtMs = performance.now();
    for (const long of [`${'a '.repeat(50_000)}\u0000`, `=?base64?${'A'.repeat(100_000)}!?=`]) decodeHeaderValue(long);
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
  });
});

describe('checkMirroredHeaders', () => {
  const call = { name: 'get_weather' };
  const good = { 'mcp-method': 'tools/call', 'mcp-name': 'get_weather' };

  it('passes what agrees, blanks around it too (SHT-28)', () => {
    expect(checkMirroredHeaders(lookup(good), 'tools/call', call)).toBeUndefined();
    const padded = { 'mcp-method': ' tools/call ', 'mcp-name': ' get_weather ' };
    expect(checkMirroredHeaders(lookup(padded), 'tools/call', call)).toBeUndefined();
    expect(checkMirroredHeaders(lookup({ 'mcp-method': 'tools/list' }), 'tools/list', {})).toBeUndefined();
  });

  it.each([
    ['SHT-47: no Mcp-Method', { 'mcp-name': 'get_weather' }],
    ['SHT-46: another method', { ...good, 'mcp-method': 'tools/list' }],
    ['SHT-46: another case of the method', { ...good, 'mcp-method': 'TOOLS/CALL' }],
    ['SHT-47: no Mcp-Name', { 'mcp-method': 'tools/call' }],
    ['SHT-46: another name', { ...good, 'mcp-name': 'get_time' }],
    ['SHT-46: another case of the name', { ...good, 'mcp-name': 'Get_Weather' }],
    ['SHT-46: an empty name', { ...good, 'mcp-name': '' }],
    ['SHT-43: a name that cannot be decoded', { ...good, 'mcp-name': '=?base64?Z2V0?x?=' }],
  ])('%s is -32020 (SHT-45)', (_, headers) => {
    expect(checkMirroredHeaders(lookup(headers), 'tools/call', call)).toMatchObject({ code: -32020 });
  });

  it('SHT-39: decodes the name before it compares', () => {
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': encodeHeaderValue('天気') };
    expect(checkMirroredHeaders(lookup(headers), 'tools/call', { name: '天気' })).toBeUndefined();
    expect(checkMirroredHeaders(lookup(headers), 'tools/call', { name: 'weather' })).toMatchObject({ code: -32020 });
  });

  it('leaves a name that is no string to the method', () => {
    expect(checkMirroredHeaders(lookup(good), 'tools/call', { name: 7 })).toBeUndefined();
  });

  it('knows which member the name repeats', () => {
    expect(nameOf('tools/call', { name: 'a', uri: 'b' })).toBe('a');
    expect(nameOf('prompts/get', { name: 'a', uri: 'b' })).toBe('a');
    expect(nameOf('resources/read', { name: 'a', uri: 'b' })).toBe('b');
    expect(nameOf('tools/list', { name: 'a' })).toBeUndefined();
  });
});

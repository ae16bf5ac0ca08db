import { describe, expect, it } from 'vitest';
import { checkParamHeaders, findParamHeaders } from './param-headers.js';

const schema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    limit: { type: 'integer', 'x-mcp-header': 'Limit' },
    where: { type: 'object', properties: { dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' } } },
    query: { type: 'string', default: { 'x-mcp-header': 'data, not a mark' } },
  },
};

describe('marks in a schema (SHT-38)', () => {
  it('are found with their paths', () => {
    expect(findParamHeaders(schema)).toEqual([
      { header: 'mcp-param-region', path: ['region'], type: 'string' },
      { header: 'mcp-param-limit', path: ['limit'], type: 'integer' },
      { header: 'mcp-param-dry-run', path: ['where', 'dry'], type: 'boolean' },
    ]);
  });

  it('are none in a schema without, whatever its properties are called', () => {
    expect(
      findParamHeaders({
        type: 'object',
        properties: { const: { type: 'string' }, 'x-mcp-header': { type: 'string' } },
      }),
    ).toEqual([]);
  });

  const property = (more: object): object => ({ type: 'object', properties: { p: { type: 'string', ...more } } });
  it.each([
    ['an empty name', property({ 'x-mcp-header': '' }), 'header name'],
    ['a name with a blank', property({ 'x-mcp-header': 'My Region' }), 'header name'],
    ['a line break', property({ 'x-mcp-header': 'a\r\nb' }), 'header name'],
    ['a number', property({ type: 'number', 'x-mcp-header': 'N' }), 'string, integer and boolean'],
    ['an object', property({ type: 'object', 'x-mcp-header': 'N' }), 'string, integer and boolean'],
    ['below items', property({ items: { type: 'string', 'x-mcp-header': 'N' } }), '"properties" alone'],
    ['below anyOf', property({ anyOf: [{ type: 'string', 'x-mcp-header': 'N' }] }), '"properties" alone'],
    [
      'below $defs',
      { $defs: { const: { type: 'string', 'x-mcp-header': 'N' } }, ...property({}) },
      '"properties" alone',
    ],
    [
      'twice the same but for case',
      { properties: { a: { type: 'string', 'x-mcp-header': 'N' }, b: { type: 'string', 'x-mcp-header': 'n' } } },
      'must differ',
    ],
  ])('are refused: %s', (_what, wrong, words) => {
    expect(() => findParamHeaders(wrong)).toThrow(words);
  });
});

describe('headers of arguments (SHT-43, SHT-44, SHT-45)', () => {
  const headers = findParamHeaders(schema);
  const check = (sent: Record<string, string>, args: unknown) =>
    checkParamHeaders(headers, (name) => sent[name], args)?.code;

  it.each([
    ['equal', { 'mcp-param-region': 'us-west1' }, { region: 'us-west1' }, undefined],
    [
      'equal in Base64',
      { 'mcp-param-region': '=?base64?SGVsbG8sIOS4lueVjA==?=' },
      { region: 'Hello, 世界' },
      undefined,
    ],
    ['equal numbers', { 'mcp-param-limit': '42.0' }, { limit: 42 }, undefined],
    ['equal booleans', { 'mcp-param-dry-run': 'false' }, { where: { dry: false } }, undefined],
    ['neither there', {}, {}, undefined],
    ['null in the body', {}, { region: null }, undefined],
    ['another value', { 'mcp-param-region': 'eu' }, { region: 'us' }, -32020],
    ['another number', { 'mcp-param-limit': '' }, { limit: 0 }, -32020],
    ['another boolean', { 'mcp-param-dry-run': 'True' }, { where: { dry: true } }, -32020],
    ['no header', {}, { region: 'us' }, -32020],
    ['no argument', { 'mcp-param-region': 'us' }, {}, -32020],
    ['bad Base64', { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }, { region: 'Hello' }, -32020],
    ['bad padding', { 'mcp-param-region': '=?base64?SGVsbG8?=' }, { region: 'Hello' }, -32020],
    ['a literal without prefix', { 'mcp-param-region': 'SGVsbG8=' }, { region: 'SGVsbG8=' }, undefined],
    ['an inherited member', {}, { region: undefined }, undefined],
  ])('%s', (_what, sent, args, code) => {
    expect(check(sent as Record<string, string>, args)).toBe(code);
  });
});

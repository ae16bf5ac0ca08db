import { describe, expect, it } from 'vitest';
import { isRpcError } from './envelope.js';
import { climbLadder } from './ladder.js';
import { metaKeys } from './meta.js';

interface Faults {
  header?: string | undefined;
  meta?: object;
  method?: string | undefined;
  name?: string | undefined;
}

const goodMeta = { [metaKeys.protocolVersion]: '2026-07-28', [metaKeys.clientCapabilities]: {} };

/** A good tools/call over HTTP, but for the faults. */
function climb(faults: Faults = {}) {
  const all = { header: '2026-07-28', meta: goodMeta, method: 'tools/call', name: 'a', ...faults };
  const headers: Record<string, string | undefined> = {
    'mcp-protocol-version': all.header,
    'mcp-method': all.method,
    'mcp-name': all.name,
  };
  const params = { name: 'a', _meta: all.meta };
  return climbLadder({ kind: 'request', id: 1, method: 'tools/call', params }, (name) => headers[name]);
}

const version = (value: string): object => ({ ...goodMeta, [metaKeys.protocolVersion]: value });

describe('climbLadder over HTTP', () => {
  it('gives the envelope of a request without fault', () => {
    const envelope = climb({ header: ' 2026-07-28 ' });
    expect(isRpcError(envelope)).toBe(false);
    expect(envelope).toMatchObject({ protocolVersion: '2026-07-28' });
  });

  /** The rungs in their order, each with a request that fails there and, too, on all rungs below it in this list. */
  it.each([
    ['the header is missing', { header: undefined, meta: {}, method: undefined }, -32020, /missing/],
    ['_meta is incomplete (SHT-53)', { header: '2025-11-25', meta: {}, method: undefined }, -32602, /_meta/],
    [
      'the header is not what _meta says (SHT-24)',
      { header: '2026-07-28', meta: version('v999.0.0'), method: undefined },
      -32020,
      /does not match/,
    ],
    [
      'the version is unknown (SHT-25)',
      { header: 'v999.0.0', meta: version('v999.0.0'), method: undefined },
      -32022,
      /version/,
    ],
    ['Mcp-Method is missing (SHT-47)', { method: undefined, name: undefined }, -32020, /Mcp-Method/],
    ['Mcp-Name is missing (SHT-47)', { name: undefined }, -32020, /Mcp-Name/],
  ])('stops where %s', (_, faults, code, message) => {
    expect(climb(faults)).toMatchObject({ code, message: expect.stringMatching(message) as string });
  });

  it('SHT-25: tells the versions that may stand in _meta, and which was asked for', () => {
    for (const requested of ['v999.0.0', '2025-11-25', '2027-01-01']) {
      expect(climb({ header: requested, meta: version(requested) })).toMatchObject({
        code: -32022,
        data: { supported: ['2026-07-28'], requested },
      });
    }
  });
});

describe('climbLadder over stdio', () => {
  it('looks at the body alone', () => {
    const request = { kind: 'request', id: 1, method: 'tools/call' } as const;
    expect(climbLadder({ ...request, params: { _meta: goodMeta } }, undefined)).toMatchObject({
      protocolVersion: '2026-07-28',
    });
    expect(climbLadder({ ...request, params: {} }, undefined)).toMatchObject({ code: -32602 });
    expect(climbLadder({ ...request, params: { _meta: version('2025-11-25') } }, undefined)).toMatchObject({
      code: -32022,
    });
  });
});

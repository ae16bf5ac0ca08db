import { describe, expect, it, vi } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import * as onNode from './seal.js';
import { StateKeys } from './state-keys.js';

const { digest } = onNode;

/** As on a platform that has no `Buffer`. */
async function loadWithoutBuffer(): Promise<typeof onNode> {
  vi.resetModules();
  vi.stubGlobal('Buffer', undefined);
  try {
    return await import('./seal.js');
  } finally {
    vi.unstubAllGlobals();
  }
}
const elsewhere = await loadWithoutBuffer();

const keys = new StateKeys(undefined);
const alphabet = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');

describe.each([
  ['with Buffer', onNode],
  ['without', elsewhere],
])('a sealed text, %s', (_platform, { seal, unseal }) => {
  it.each([0, 1, 2, 3, 4, 5])(
    'MRT-07: of %i characters has one spelling: its last character may be no other',
    async (length) => {
      const sealed = await seal(keys, 'x'.repeat(length), 'here');
      expect(await unseal(keys, sealed, 'here')).toBe('x'.repeat(length));
      const opened = await Promise.all(alphabet.map((char) => unseal(keys, sealed.slice(0, -1) + char, 'here')));
      expect(opened.filter((text) => text !== undefined)).toHaveLength(1);
    },
  );

  it('is bound to what it was sealed for', async () => {
    const sealed = await seal(keys, 'text', 'here');
    expect(await unseal(keys, sealed, 'there')).toBeUndefined();
    expect(await unseal(new StateKeys(undefined), sealed, 'here')).toBeUndefined();
  });

  it.each(['', 'A', 'AAAA', 'A'.repeat(16), 'A'.repeat(38), '====', 'ä', '\n'])('%j is none', async (text) => {
    expect(await unseal(keys, text, 'here')).toBeUndefined();
  });

  it('opens on the other platform', async () => {
    const sealed = await seal(keys, 'grüße ☃', 'here');
    expect(await onNode.unseal(keys, sealed, 'here')).toBe('grüße ☃');
    expect(await elsewhere.unseal(keys, sealed, 'here')).toBe('grüße ☃');
  });

  it('may be long', async () => {
    const text = '☃'.repeat(400_000);
    expect(await unseal(keys, await seal(keys, text, 'here'), 'here')).toBe(text);
  });
});

describe('arguments', () => {
  it('are the same whatever the order of their keys, at any depth', async () => {
    const [one, other] = [
      { b: [{ y: 1, x: null }], a: 'x', 10: 1, 9: 2 },
      { 9: 2, a: 'x', 10: 1, b: [{ x: null, y: 1 }] },
    ];
    expect(canonicalJson(one)).toBe(canonicalJson(other));
    expect(await digest(canonicalJson(one))).toBe(await digest(canonicalJson(other)));
  });

  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: '1' }],
    [{ a: [1, 2] }, { a: [2, 1] }],
    [{ a: null }, {}],
    [{ a: {} }, { a: [] }],
    [JSON.parse('{"__proto__":1}'), {}],
    [{ a: 'b","c":"d' }, { a: 'b', c: 'd' }],
  ])('%j and %j are not', (one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });
});

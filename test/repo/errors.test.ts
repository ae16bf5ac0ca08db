import { readFileSync } from 'node:fs';
import { errorCodes } from '@mcpfusion/protocol';
import { CancelledError, errorTable } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rowsOf = (heading: string): string[][] => {
  const start = text.indexOf(`## ${heading}`);
  const end = text.indexOf('\n## ', start + 1);
  const lines = text.slice(start, end < 0 ? undefined : end).split('\n');
  const cells = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|').slice(1, -1));
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()));
};

describe('docs/errors.md', () => {
  it('has every code of the table, and no other', () => {
    const told = rowsOf('Codes').map(([code, blame, retry, message]) => [code, blame, retry, message]);
    const known = Object.entries(errorTable).map(([code, { blame, mayRetry, message }]) => [
      `\`${code}\``,
      blame,
      mayRetry ? 'yes' : 'no',
      message,
    ]);
    expect(told).toEqual(known);
  });

  it('has every kind of interruption, with the name that its reason has', () => {
    const kinds = ['client', 'disconnect', 'timeout', 'shutdown'] as const;
    const rows = rowsOf('How an interrupted call reports back');
    expect(rows.map(([kind]) => kind)).toEqual(kinds.map((kind) => `\`${kind}\``));
    for (const [at, kind] of kinds.entries()) {
      const reason = new CancelledError(kind, 'x');
      expect(rows[at]?.[3]).toContain(reason.name);
      expect(rows[at]?.[2]).toContain(reason.code === 'CANCELLED' ? 'nothing more' : reason.code);
    }
  });

  it('has every JSON-RPC code that is sent', () => {
    const sent = Object.values(errorCodes);
    const told = rowsOf('JSON-RPC errors').map(([code]) => Number(code));
    expect(told.toSorted((a, b) => a - b)).toEqual(sent.toSorted((a, b) => a - b));
  });
});

import { readFileSync } from 'node:fs';
import type { Era } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { proofs } from './interrupted-calls/proofs.js';
import { startServer, type ServerWire } from './interrupted-calls/running-server.js';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');

interface Row {
  readonly what: string;
  readonly where: string;
  readonly got: string;
  readonly kind: string;
}

/** The table of docs/errors.md that says what the client gets. */
const rows: Row[] = page
  .slice(page.indexOf('| what happens |'))
  .split('\n\n', 1)
  .flatMap((table) => table.split('\n'))
  .slice(2)
  .map((line) => {
    const [what = '', where = '', got = '', kind = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { what, where, got, kind };
  });

const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];

/** `stdio, HTTP 2025-11-25` → stdio in both eras, HTTP in one. */
function wiresOf(where: string): ServerWire[] {
  const all = (['stdio', 'http'] as const).flatMap((transport) => eras.map((era) => ({ transport, era })));
  if (where === 'everywhere') return all;
  const places = where.split(', ').map((place) => place.toLowerCase());
  return all.filter(({ transport, era }) => places.includes(transport) || places.includes(`${transport} ${era}`));
}

/** What the cell says, in the words of a proof. */
function gotOf(cell: string): string {
  if (cell.startsWith('nothing')) return 'nothing';
  return cell.startsWith('its answer') ? 'answer' : (/^`(\w+)`/.exec(cell)?.[1] ?? `unreadable: ${cell}`);
}

function kindsOf(cell: string): string[] {
  return cell.startsWith('none') || cell.startsWith('not started')
    ? [cell]
    : [...cell.matchAll(/`(\w+)`/g)].map(([, kind = '']) => kind);
}

describe('docs/errors.md: how an interrupted call reports back', () => {
  it('has a proof for each row, and a row for each proof', () => {
    expect(rows.map(({ what }) => what)).toEqual(Object.keys(proofs));
  });

  for (const { what, where, got, kind } of rows) {
    it.each(wiresOf(where))(`${what} · $transport · $era`, async (wire) => {
      const { run, ...options } = proofs[what] ?? { run: () => 'no proof' };
      const server = await startServer(wire, options);
      try {
        expect(await run(server)).toBe(gotOf(got));
        // What it says on stderr may come after its answer.
        await expect
          .poll(server.kindInHandler, { timeout: 15_000 })
          .toSatisfy((told) => kindsOf(kind).includes(told as string));
      } finally {
        await server.end();
      }
    });
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const page = new URL('../../docs/architecture.md', import.meta.url);
const text = readFileSync(page, 'utf8');
const links = (markdown: string): URL[] =>
  [...markdown.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => new URL(path, page));
const section = text.slice(
  text.indexOf('## The path of one call'),
  text.indexOf('Other hosts have another first room'),
);

describe('docs/architecture.md', () => {
  it('links to what is there', () => {
    expect(links(text).length).toBeGreaterThan(15);
    for (const link of links(text)) expect(existsSync(fileURLToPath(link)), link.pathname).toBe(true);
  });

  it('reads one call in at most seven files and 1,200 lines', () => {
    const rooms = links(section).filter(({ pathname }) => pathname.endsWith('.ts') && !pathname.includes('/test/'));
    const lines = rooms.map((room) => readFileSync(room, 'utf8').split('\n').length - 1);
    expect(rooms.length).toBeGreaterThanOrEqual(5);
    expect(rooms.length).toBeLessThanOrEqual(7);
    expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(1_200);
  });

  it('names each room that a call is handed through: none skips to a room that is not listed', () => {
    const rooms = links(section).map(({ pathname }) => pathname.slice(pathname.lastIndexOf('/src/') + 5));
    for (const [at, room] of rooms.slice(0, -1).entries()) {
      const next = (rooms[at + 1] as string).replace(/^.*\//, '').replace('.ts', '.js');
      const source = readFileSync(links(section)[at] as URL, 'utf8');
      // tools-call is reached through the method table, every other room by import.
      const reaches =
        source.includes(`/${next}'`) || (room === 'server/dispatch.ts' && source.includes("methods/index.js'"));
      expect(reaches, `${room} → ${next}`).toBe(true);
    }
  });
});

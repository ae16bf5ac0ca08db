import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder, readText } from './files.js';
import { importsOf } from './imports.js';

/**
 * The floors of core, lowest first. A file imports values from its own floor and those below it; `import type` is
 * free. Folders on one floor may use each other, as long as there is no cycle (`import/no-cycle` in the linter).
 */
const floors: readonly (readonly string[])[] = [
  ['brand', 'errors', 'timer'],
  ['handler'],
  ['tool', 'presenter', 'store'],
  ['call', 'input', 'state-sync'],
  ['server', 'task'],
  ['http', 'stdio'],
  ['index', 'node', 'stdio-door', 'discover'],
];

const core = 'packages/core/src';
const protocol = 'packages/protocol/src';

/** Files of core that may know Node. */
const nodeDoors = [/^node\.ts$/, /^stdio\.ts$/, /^http\/node[^/]*\.ts$/, /^stdio\//, /^discover[^/]*\.ts$/];

const isSource = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.test.ts');

/** The room of a file: its folder, or its name when it stands at the top. */
function roomOf(path: string): string {
  const inside = posix.relative(core, path);
  const [first = ''] = inside.split('/');
  if (inside.includes('/')) return first;
  if (first === 'stdio.ts') return 'stdio-door';
  return first.replace(/\.ts$/, '').replace(/^discover.*/, 'discover');
}

const floorOf = (path: string): number => floors.findIndex((rooms) => rooms.includes(roomOf(path)));

/** The floors of the tester, its folders, lowest first. */
const testerFloors: readonly (readonly string[])[] = [
  ['terminal', 'json'],
  ['exit'],
  ['watch'],
  ['checks'],
  ['connection', 'profile'],
  ['listening', 'tool-result', 'asking'],
  ['script'],
  ['options', 'suite'],
  ['reporters'],
  ['commands'],
  ['cli', 'cli.ts'],
];

const tester = 'packages/tester/src';

const testerFloorOf = (path: string): number => {
  const [room = ''] = posix.relative(tester, path).split('/');
  return testerFloors.findIndex((rooms) => rooms.includes(room));
};

const targetOf = (path: string, specifier: string): string =>
  posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');

describe('floors of core', async () => {
  const files = (await filesUnder(core)).filter(isSource);

  it('every file has a floor', () => {
    expect(files.filter((path) => floorOf(path) === -1)).toEqual([]);
  });

  it('values are imported from the same floor or from below', async () => {
    expect(await importsFromAbove(files, floorOf)).toEqual([]);
  });

  it('node: is imported only behind the doors of Node', async () => {
    const wrong: string[] = [];
    for (const path of files) {
      if (nodeDoors.some((door) => door.test(posix.relative(core, path)))) continue;
      for (const { specifier, line } of importsOf(await readText(path))) {
        if (specifier.startsWith('node:')) wrong.push(`${path}:${line} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

async function importsFromAbove(files: readonly string[], floor: (path: string) => number): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of files) {
    for (const { specifier, line, isTypeOnly } of importsOf(await readText(path))) {
      if (isTypeOnly || !specifier.startsWith('.')) continue;
      const target = targetOf(path, specifier);
      if (floor(target) > floor(path)) wrong.push(`${path}:${line} imports ${target}`);
    }
  }
  return wrong;
}

describe('floors of the tester', async () => {
  const files = (await filesUnder(tester)).filter(isSource);

  it('every file has a floor', () => {
    expect(files.filter((path) => testerFloorOf(path) === -1)).toEqual([]);
  });

  it('values are imported from the same floor or from below', async () => {
    expect(await importsFromAbove(files, testerFloorOf)).toEqual([]);
  });
});

describe('protocol', () => {
  it('imports nothing outside itself', async () => {
    const wrong: string[] = [];
    for (const path of (await filesUnder(protocol)).filter(isSource)) {
      for (const { specifier, line } of importsOf(await readText(path))) {
        const isInside = specifier.startsWith('.') && targetOf(path, specifier).startsWith(`${protocol}/`);
        if (!isInside) wrong.push(`${path}:${line} imports ${specifier}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

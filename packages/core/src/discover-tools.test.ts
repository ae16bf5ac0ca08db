import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discoverTools } from './discover-tools.js';

const tool = (name: string): string =>
  `export default Object.freeze({ kind: 'query', name: '${name}', handler: () => 1 });`;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools with space '));
  mkdirSync(join(folder, 'nested'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('discoverTools', () => {
  it('imports every module of the folder in the order of their paths, tests and declarations not', async () => {
    writeFileSync(join(folder, 'b.mjs'), tool('b'));
    writeFileSync(join(folder, 'a.js'), tool('a'));
    writeFileSync(join(folder, 'nested', 'c.mjs'), tool('c'));
    writeFileSync(join(folder, 'a.test.js'), 'throw new Error();');
    writeFileSync(join(folder, 'a.d.ts'), 'nonsense');
    writeFileSync(join(folder, 'notes.txt'), 'nonsense');
    const names = (await discoverTools(pathToFileURL(folder))).map(({ name }) => name);
    expect(names).toEqual(['a', 'b', 'c']);
    expect(await discoverTools(folder)).toHaveLength(3);
  });

  it.each([
    ['cannot be imported', 'throw new Error("no database");', 'no database'],
    ['exports no tool', 'export default 7;', 'to export a tool by default, got number'],
    ['exports an unfinished tool', 'export default { describe() {} };', 'to export a tool by default, got object'],
  ])('names the module that %s', async (_what, source, words) => {
    writeFileSync(join(folder, 'broken.mjs'), source);
    await expect(discoverTools(folder)).rejects.toThrow(words);
    await expect(discoverTools(folder)).rejects.toThrow('broken.mjs');
  });

  it('names the folder that cannot be read', async () => {
    await expect(discoverTools(join(folder, 'missing'))).rejects.toMatchObject({
      code: 'SETUP',
      message: expect.stringContaining('missing to be a folder of tools, got: ENOENT'),
    });
  });
});

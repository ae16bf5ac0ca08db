import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findScripts } from './find-scripts.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-scripts-'));
  await mkdir(join(folder, 'sub', 'deep'), { recursive: true });
  for (const name of ['10-b.mcp', '2-a.mcp', 'notes.txt', 'sub/x.mcp', 'sub/deep/y.mcp', '[odd].mcp']) {
    await writeFile(join(folder, name), '');
  }
});
afterAll(() => rm(folder, { recursive: true }));

describe('scripts', () => {
  it.each([
    [['*.mcp'], ['[odd].mcp', '2-a.mcp', '10-b.mcp']],
    [['sub'], ['sub/deep/y.mcp', 'sub/x.mcp']],
    [['**/*.mcp'], ['[odd].mcp', '2-a.mcp', '10-b.mcp', 'sub/deep/y.mcp', 'sub/x.mcp']],
    [
      ['sub/x.mcp', 'sub', 'notes.txt'],
      ['sub/x.mcp', 'sub/deep/y.mcp', 'notes.txt'],
    ],
    [['[odd].mcp'], ['[odd].mcp']],
    [['./sub/../2-a.mcp'], ['2-a.mcp']],
  ])('%j', async (names, files) => {
    expect(await findScripts(names, folder)).toEqual(files);
  });

  it.each([
    [['nope.mcp'], 'There is no script "nope.mcp"'],
    [['*.nope'], 'Expected "*.nope" to find scripts'],
    [[], 'Expected scripts'],
  ])('%j is refused', async (names, message) => {
    await expect(findScripts(names, folder)).rejects.toThrow(message);
  });
});

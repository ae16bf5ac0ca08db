import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Below node_modules, so that the copy finds the libraries and nobody lints it.
const folder = `${root}node_modules/.cache/type-tests/`;
const run = promisify(execFile);

/** Compiles one file with the project's options and gives what the compiler says, by line. */
async function compile(name: string, source: string): Promise<Map<number, string>> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}${name}.ts`, source);
  const options = {
    composite: false,
    declaration: false,
    noEmit: true,
    rootDir: root,
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
  };
  writeFileSync(
    `${folder}${name}.json`,
    JSON.stringify({ extends: `${root}tsconfig.base.json`, compilerOptions: options, include: [`${name}.ts`] }),
  );
  const said = await run(process.execPath, [
    `${root}node_modules/typescript/bin/tsc`,
    '-p',
    `${folder}${name}.json`,
    '--pretty',
    'false',
  ]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
  const byLine = new Map<number, string>();
  let line = 0;
  for (const text of said.split('\n')) {
    const start = new RegExp(`${name}\\.ts\\((\\d+),`).exec(text)?.[1];
    if (start !== undefined) line = Number(start);
    if (text.trim() !== '') byLine.set(line, `${byLine.get(line) ?? ''}${text}\n`);
  }
  return byLine;
}

describe('what does not compile', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(['builder', 'input', 'steps'])(
    'says why: %s.types.ts',
    async (name) => {
      const source = readFileSync(new URL(`${name}.types.ts`, import.meta.url), 'utf8').split('\n');
      const expected = source.flatMap((line, index) => {
        const words = /@ts-expect-error (.*)$/.exec(line)?.[1];
        return words === undefined ? [] : [{ line: index + 2, words: words.split('…').map((part) => part.trim()) }];
      });
      expect(expected.length).toBeGreaterThan(5);
      const said = await compile(
        'without-directives',
        source.map((line) => line.replace('@ts-expect-error', 'expected:')).join('\n'),
      );
      for (const { line, words } of expected) {
        for (const word of words.filter(Boolean)) expect(said.get(line) ?? 'nothing', `line ${line}`).toContain(word);
      }
      expect([...said.keys()].toSorted((a, b) => a - b)).toEqual(expected.map(({ line }) => line));
    },
    60_000,
  );

  it('is found: a planted wrong type test fails', async () => {
    const planted = `import { initMCPFusion, type ToolResult } from '@mcpfusion/core';
import { expectTypeOf } from 'vitest';
const tool = initMCPFusion().action('planted').handle(async () => 'a string');
expectTypeOf<ToolResult<typeof tool>>().toEqualTypeOf<number>();
`;
    expect([...(await compile('planted', planted)).keys()]).toEqual([4]);
  }, 60_000);
});

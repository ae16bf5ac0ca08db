import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptRun } from '../../../packages/tester/src/script/run-script.js';
import { failuresOf, runScriptFile } from '../run-script-file.js';
import { foreignServers, type ForeignServer } from './foreign-servers.js';
import { findingsOf, titlesOfFindings } from './findings-page.js';

async function runOn({ script, start }: ForeignServer): Promise<ScriptRun> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'foreign-')));
  const { target, env, close } = await start(folder);
  try {
    return await runScriptFile(`test/tester/foreign/${script}`, target, { env });
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}

for (const server of foreignServers) {
  const { title, skip } = server;
  const reason = skip === undefined ? '' : ` (skipped: ${skip})`;
  describe.skipIf(skip !== undefined)(`${title}${reason}`, () => {
    let run: ScriptRun;
    beforeAll(async () => {
      run = await runOn(server);
    });

    it('its script holds', () => {
      expect(failuresOf(run)).toEqual([]);
      expect(run.passed).toBeGreaterThan(20);
    });

    it('the findings are those of docs/findings.md, each with its rule and its link', () => {
      const found = new Map(run.findings.map(({ rule, specUrl }) => [rule.id, specUrl]));
      expect(findingsOf(title).map(({ rule }) => rule)).toEqual([...found.keys()].toSorted());
      for (const { rule, text } of findingsOf(title)) expect(text).toContain(found.get(rule));
    });
  });
}

it('docs/findings.md is about these servers, in these versions', () => {
  expect(titlesOfFindings()).toEqual(foreignServers.map(({ title }) => title));
});

it('the frames of docs/findings.md are JSON, one a line', () => {
  const lines = titlesOfFindings().flatMap((title) => findingsOf(title).flatMap(({ frames }) => frames));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
});

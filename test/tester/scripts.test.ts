import { readdirSync, readFileSync } from 'node:fs';
import { commandTable } from '../../packages/tester/src/script/command-table.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReferenceServer } from '../../examples/reference-server/src/server.js';
import { parseScript } from '../../packages/tester/src/script/parse.js';
import { commandWords } from './command-words.js';
import { referenceWires, startReferenceServers, tickMs, wiresOf, type ReferenceServers } from './reference-targets.js';
import { failuresOf, findingsOf, runScriptFile } from './run-script-file.js';
import { memoryServer, runText } from './script/run-script-text.js';

const scripts = ['scripts', 'scripts/reference'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.mcp'))
    .map((file) => `${folder}/${file}`),
);

let servers: ReferenceServers;
beforeAll(async () => {
  servers = await startReferenceServers();
});
afterAll(() => servers.close());

it('there are scripts', () => {
  expect(scripts.length).toBeGreaterThan(60);
});

it.each([...commandTable.keys()])('%s stands in a script', (word) => {
  const words = scripts.flatMap((path) => commandWords(parseScript(readFileSync(path, 'utf8'), path).body));
  expect(words).toContain(word);
});

describe.each(referenceWires)('on the reference server, $era over $transport', (wire) => {
  const chosen = scripts.filter((path) => wiresOf(path).includes(wire));
  it.concurrent.each(chosen)('%s holds', async (path) => {
    const run = await runScriptFile(path, servers.target(wire));
    expect(failuresOf(run)).toEqual([]);
    expect(findingsOf(run)).toEqual([]);
    expect(run.executed).toBeGreaterThan(0);
    expect(run.spokenEra).toBe(wire.era);
    expect(run.exitCode).toBe(0);
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('in memory, %s', (era) => {
  const chosen = scripts.filter((path) => path.startsWith('scripts/reference/'));
  it.concurrent.each(chosen)('%s holds', async (path) => {
    const server = memoryServer(createReferenceServer({ log: false, tickMs }));
    try {
      const run = await runText(readFileSync(path, 'utf8'), server, { era, file: path });
      expect(failuresOf(run)).toEqual([]);
      expect(run).toMatchObject({ exitCode: 0, spokenEra: era });
    } finally {
      await server.close();
    }
  });
});

describe('on the reference server that answers wrong arguments with protocol errors', () => {
  it.each(referenceWires)('protocol-error/invalid-arguments.mcp holds, $era over $transport', async (wire) => {
    const strict = await startReferenceServers({ invalidArguments: 'protocol-error' });
    try {
      const run = await runScriptFile('scripts/protocol-error/invalid-arguments.mcp', strict.target(wire));
      expect([failuresOf(run), findingsOf(run)]).toEqual([[], []]);
    } finally {
      await strict.close();
    }
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { commandTable } from '../../packages/tester/src/script/command-table.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { referenceWires, startReferenceServers, type ReferenceServers } from './reference-targets.js';
import { failuresOf, findingsOf, runScriptFile } from './run-script-file.js';

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
  const lines = scripts.flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  expect(lines.some((line) => !line.startsWith('#') && line.trim().split(/\s+/).includes(word))).toBe(true);
});

describe.each(referenceWires)('on the reference server, $era over $transport', (wire) => {
  it.concurrent.each(scripts)('%s holds', async (path) => {
    const run = await runScriptFile(path, servers.target(wire));
    expect(failuresOf(run)).toEqual([]);
    expect(findingsOf(run)).toEqual([]);
    expect(run.executed).toBeGreaterThan(0);
    expect(run.spokenEra).toBe(wire.era);
    expect(run.exitCode).toBe(0);
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

import { readdirSync } from 'node:fs';
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

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../../packages/tester/src/script/command-table.js';
import { failingMarks, unreadableMark } from './failing-marks.js';
import { referenceWires, startReferenceServers, wiresOf, type ReferenceServers } from './reference-targets.js';
import { findingsOf, runScriptFile } from './run-script-file.js';

/** Each has lines that must fail, marked, and lines that must not. */
const scripts = readdirSync('scripts/failing')
  .filter((file) => file.endsWith('.mcp'))
  .map((file) => `scripts/failing/${file}`);
const readable = scripts.filter((path) => unreadableMark(path) === undefined);
const unreadable = scripts.filter((path) => unreadableMark(path) !== undefined);

let servers: ReferenceServers;
beforeAll(async () => {
  servers = await startReferenceServers();
});
afterAll(() => servers.close());

describe.each(referenceWires)('on the reference server, $era over $transport', (wire) => {
  const chosen = readable.filter((path) => wiresOf(path).includes(wire));
  it.concurrent.each(chosen)('%s fails at the lines that are marked, and only there', async (path) => {
    const marks = failingMarks(path);
    expect(marks).not.toEqual([]);
    const run = await runScriptFile(path, servers.target(wire));
    const { steps, exitCode, error } = run;
    expect(findingsOf(run)).toEqual([]);
    expect(error).toBeUndefined();
    expect(exitCode).toBeGreaterThan(0);

    const failed = steps.filter(({ isOk }) => !isOk);
    const placeOf = (file: string, line: number): string => `${file}:${line}`;
    const failedPlaces = failed.map(({ file = path, line }) => placeOf(file, line));
    expect([...new Set(failedPlaces)].toSorted()).toEqual(
      marks.map((mark) => placeOf(mark.path, mark.line)).toSorted(),
    );
    for (const step of failed) {
      const mark = marks.find(({ path: at, line }) => at === (step.file ?? path) && line === step.line);
      expect(step.error).toContain(mark?.text);
    }
  });
});

it.each(unreadable)('%s cannot be read, and nothing of it runs', async (path) => {
  const target = servers.target({ era: '2026-07-28', transport: 'http' });
  await expect(runScriptFile(path, target)).rejects.toThrow(unreadableMark(path));
});

/** What can look for something and not find it. */
const judging = [...commandTable.keys()].filter((name) => /^(assert_|expect_|cancel_|timeout|wait_)/.test(name));

it.each(judging)('%s has a line that must fail', (name) => {
  const commands = readable.flatMap((path) => failingMarks(path)).map(({ command }) => command);
  expect(commands).toContain(name);
});

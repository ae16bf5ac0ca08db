import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Check } from './judge.js';

/** The revisions that the suite is run for, with the number of scenarios that the pinned release has for each. */
export const scenarioCounts = { '2025-11-25': 33, '2026-07-28': 40 } as const;

export type Era = keyof typeof scenarioCounts;

/** What is judged. */
export type Side = 'server' | 'client';

export const eras = Object.keys(scenarioCounts) as readonly Era[];

// What the package exports is its package.json; the command stands beside it.
const command = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/conformance/package.json')),
);
const loader = new URL('./load-suite.js', import.meta.url).href;

/** The server scenarios of a revision, as the suite itself lists them. */
export function listScenarios(era: Era): Promise<string[]> {
  return scenarioNames(['list', '--server', '--spec-version', era]);
}

/** The names that the command `list` prints. */
export async function scenarioNames(args: readonly string[]): Promise<string[]> {
  const { code, output } = await runCommand(args);
  if (code !== 0) throw new Error(`Expected the suite to list its scenarios, got exit code ${code}:\n${output}`);
  return [...output.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1] as string);
}

export interface SuiteRun {
  readonly url: string;
  readonly era: Era;
  /** Absent: all of the revision. */
  readonly scenario: string | undefined;
  /** Where `server-<scenario>-<time>/checks.json` go. Must be empty. */
  readonly outputDir: string;
}

export interface SuiteResult {
  readonly checksOf: ReadonlyMap<string, readonly Check[]>;
  /** What the command printed. Its exit code tells nothing: it overlooks warnings. */
  readonly output: string;
}

/** Runs the suite and reads what it has written. A scenario that did not run is absent. */
export async function runSuite({ url, era, scenario, outputDir }: SuiteRun): Promise<SuiteResult> {
  const which = scenario === undefined ? ['--suite', 'all'] : ['--scenario', scenario];
  const { output } = await runCommand(['server', '--url', url, ...which, '--spec-version', era, '-o', outputDir]);
  const checksOf = new Map<string, readonly Check[]>();
  for (const folder of await readdir(outputDir)) {
    const name = scenarioOf(folder);
    if (name === undefined) continue;
    const text = await readFile(join(outputDir, folder, 'checks.json'), 'utf8').catch(() => undefined);
    if (text !== undefined) checksOf.set(name, JSON.parse(text) as Check[]);
  }
  return { checksOf, output };
}

/** `server-ping-2026-07-28T10-00-00-000Z` → `ping` */
export function scenarioOf(folder: string): string | undefined {
  return /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(folder)?.[1];
}

/** The suite's command, with both its streams as they came. */
export function runCommand(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', loader, command, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Check } from '../judge.js';
import { runCommand, scenarioNames, type Era } from '../suite.js';

/** The number of client scenarios that the pinned release has for each revision, those on authorization included. */
export const clientScenarioCounts: Readonly<Record<Era, number>> = { '2025-11-25': 19, '2026-07-28': 33 };

/** How many of them are run: all but those on authorization, which this client leaves to its user's headers. */
export const clientScenariosRun: Readonly<Record<Era, number>> = { '2025-11-25': 5, '2026-07-28': 8 };

/** The client scenarios of a revision, as the suite itself lists them. */
export function listClientScenarios(era: Era): Promise<string[]> {
  return scenarioNames(['list', '--client', '--spec-version', era]);
}

export const isInScope = (scenario: string): boolean => !scenario.startsWith('auth/');

// The suite splits the command at spaces and gives it to a shell.
const main = fileURLToPath(new URL('./main.js', import.meta.url));
const command = `"${process.execPath}" "${main}"`;

/** Far more than any scenario takes. */
const timeoutMs = 20_000;

/** Stands for a client that did not end well, which the checks do not show. */
const clientEnded = 'client-ended-well';

/** Runs one scenario, and gives what the suite has written; undefined when it has not. */
export async function runClientScenario(era: Era, scenario: string): Promise<readonly Check[] | undefined> {
  const outputDir = await mkdtemp(join(tmpdir(), 'mcp-conformance-client-'));
  try {
    const which = ['--scenario', scenario, '--spec-version', era, '--timeout', String(timeoutMs)];
    const { code, output } = await runCommand(['client', '--command', command, ...which, '-o', outputDir]);
    const [folder] = await readdir(outputDir);
    if (folder === undefined) return undefined;
    const checks = JSON.parse(await readFile(join(outputDir, folder, 'checks.json'), 'utf8')) as Check[];
    const isClean = code === 0 || checks.some(({ status }) => status === 'FAILURE' || status === 'WARNING');
    return isClean ? checks : [...checks, notEnded(output)];
  } finally {
    await rm(outputDir, { recursive: true, force: true });
  }
}

function notEnded(output: string): Check {
  const description = 'The client does what the scenario wants and exits with 0';
  return { id: clientEnded, status: 'FAILURE', description, errorMessage: output.slice(-1_000) };
}

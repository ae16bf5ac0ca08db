import { readFile } from 'node:fs/promises';
import { openConnection } from '../../packages/tester/src/connection/open-connection.js';
import type { Target } from '../../packages/tester/src/connection/target.js';
import { parseScript } from '../../packages/tester/src/script/parse.js';
import { runScript, type ScriptRun } from '../../packages/tester/src/script/run-script.js';

export interface RunFileOptions {
  /** What `$env.NAME` reads. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs one script against one server, as `mcp-tester test` does. */
export async function runScriptFile(path: string, target: Target, options: RunFileOptions = {}): Promise<ScriptRun> {
  const script = parseScript(await readFile(path, 'utf8'), path);
  return runScript(script, {
    era: target.era,
    open: (era, input) => openConnection({ ...target, era }, input),
    print: () => {},
    readLine: () => Promise.resolve(undefined),
    env: options.env ?? process.env,
    signal: new AbortController().signal,
  });
}

/** The lines that failed, as text that a failing test can show: `include/wrong.mcp:3 line 3: assertion failed: …` */
export function failuresOf({ steps, error }: ScriptRun): readonly string[] {
  const failed = steps.flatMap((step) => (step.isOk ? [] : [`${step.file ?? ''}:${step.line} ${step.error ?? ''}`]));
  return error === undefined ? failed : [...failed, error];
}

/** What the passive checks have found, the same way. */
export function findingsOf({ findings }: ScriptRun): readonly string[] {
  return findings.map(({ rule, text, frames }) => `${rule.id} ${text} ${frames.map(({ raw }) => raw).join(' ')}`);
}

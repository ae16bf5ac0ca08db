import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { openConnection } from '../connection/open-connection.js';
import type { Target } from '../connection/target.js';
import { exitCodes } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import type { PlannedRun } from '../reporters/reporter.js';
import { parseScript } from '../script/parse.js';
import { runScript } from '../script/run-script.js';
import type { Script, ScriptNode } from '../script/script.js';
import type { ScriptHost } from '../script/script-host.js';
import type { WatchEvent } from '../watch/watch-event.js';
import type { ScriptReport, StepReport } from './report.js';

export interface ScriptFileOptions extends Pick<
  ScriptHost,
  'env' | 'signal' | 'print' | 'readLine' | 'allowsUnusedAnswers'
> {
  readonly target: Target;
  /** What the paths of scripts are relative to. */
  readonly folder: string;
  readonly onWatch: (event: WatchEvent) => void;
  readonly onStep: (step: StepReport) => void;
}

/** One run of one script file. Never rejects for what a script or a server does wrong: that is in the report. */
export async function runScriptFile({ file, era }: PlannedRun, options: ScriptFileOptions): Promise<ScriptReport> {
  const { target, folder, onWatch, signal } = options;
  const about = { file, era, transport: target.kind };
  let script: Script;
  try {
    script = parseScript(await readScript(resolve(folder, file)), file);
  } catch (error) {
    if (error instanceof UsageError) return { ...about, ...notRun, error: error.message };
    throw error;
  }
  const { connections: _connections, ...report } = await runScript(script, {
    ...options,
    era,
    open: (chosen, input) => openConnection({ ...target, era: chosen }, { onWatch, signal, ...input }),
  });
  return { ...about, ...report };
}

const notRun = {
  spokenEra: undefined,
  steps: [],
  executed: 0,
  passed: 0,
  failed: 0,
  exitCode: exitCodes.usage,
  findings: [],
  stderrTail: '',
  durationMs: 0,
} as const;

async function readScript(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UsageError(`Could not read the script: ${(error as Error).message}`, { cause: error });
  }
}

/** All files that these scripts are made of: themselves, and what they include, as far as it can be read. */
export async function filesOf(scripts: readonly string[], folder: string): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (path: string): Promise<void> => {
    if (found.has(path)) return;
    found.add(path);
    const text = await readFile(path, 'utf8').catch(() => '');
    for (const included of includesOf(text, path)) await visit(resolve(dirname(path), included));
  };
  for (const script of scripts) await visit(resolve(folder, script));
  return [...found];
}

function includesOf(text: string, path: string): string[] {
  try {
    return parseScript(text, path).body.flatMap(includesIn);
  } catch {
    return [];
  }
}

function includesIn(node: ScriptNode): string[] {
  if (node.kind === 'block') return node.body.flatMap(includesIn);
  const [word, file] = node.tokens;
  return word === 'include' && file !== undefined ? [file] : [];
}

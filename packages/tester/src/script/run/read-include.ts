import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { UsageError } from '../../exit/tester-error.js';
import { scriptError } from '../failure.js';
import { parseScript } from '../parse.js';
import type { Script } from '../script.js';

/** The scripts that are being read, outermost first, by their absolute paths. */
export type IncludeChain = readonly string[];

/** Reads `include FILE` of a script. Throws a script error for a circle, a missing file and a script that cannot be read. */
export async function readInclude(file: string, from: Script, chain: IncludeChain): Promise<Script> {
  const path = isAbsolute(file) ? file : join(dirname(from.file), file);
  if (chain.includes(resolve(path))) {
    throw scriptError(`include goes in circles: ${[...chain, resolve(path)].join(' includes ')}`);
  }
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw scriptError(`expected a script to include, cannot read ${path}: ${(error as Error).message}`);
  }
  try {
    return parseScript(text, path);
  } catch (error) {
    if (error instanceof UsageError) throw scriptError(error.message);
    throw error;
  }
}

import { stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { UsageError } from '../exit/tester-error.js';

/**
 * The scripts that files, folders and patterns (`scripts/**\/*.mcp`) name, each once: in the order given, those of one
 * folder or pattern by name. Paths are relative to `folder`. Rejects with `UsageError` on a name that finds nothing.
 */
export async function findScripts(names: readonly string[], folder: string): Promise<string[]> {
  if (names.length === 0) throw new UsageError('Expected scripts: files, folders or patterns such as "scripts/*.mcp".');
  const found = new Set<string>();
  for (const name of names) {
    const files = await filesOf(name, folder);
    if (files.length === 0) throw new UsageError(`Expected "${name}" to find scripts, it finds none.`);
    for (const file of files) found.add(file);
  }
  return [...found];
}

async function filesOf(name: string, folder: string): Promise<string[]> {
  const path = resolve(folder, name);
  const entry = await stat(path).catch(() => undefined);
  if (entry?.isDirectory()) return sorted(await glob('**/*.mcp', { cwd: path }), name);
  // A file may have a name that looks like a pattern.
  if (entry) return [shown(path, folder)];
  if (!isDynamicPattern(name)) throw new UsageError(`There is no script "${name}".`);
  const files = await glob(name.replaceAll('\\', '/'), { cwd: folder, expandDirectories: false });
  return sorted(files, '');
}

function sorted(files: readonly string[], base: string): string[] {
  return files.map((file) => join(base, file)).toSorted((a, b) => collator.compare(a, b));
}

/** `2-b` before `10-a`. */
const collator = new Intl.Collator('en', { numeric: true });

function shown(path: string, folder: string): string {
  const short = relative(folder, path);
  return short.startsWith('..') ? path : short;
}

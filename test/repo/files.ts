import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Manifest {
  name: string;
  license?: string;
  private?: boolean;
  scripts?: Record<string, string>;
  workspaces?: string[];
  exports?: Record<string, string | Record<string, string>>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** What is never committed. Works without git, so that a source archive can be tested too. */
const ignored = new Set(['node_modules', 'dist', 'build', '.git', '.cache', 'coverage', 'demo-output']);

/** Files under a folder of the repository, as paths from the root with forward slashes. */
export async function filesUnder(folder: string): Promise<string[]> {
  const found: string[] = [];
  const waiting = [join(root, folder)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true })) {
      if (ignored.has(entry.name)) continue;
      const path = join(next, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else if (entry.isFile()) found.push(relative(root, path).split(sep).join('/'));
    }
  }
  return found.toSorted();
}

export const readText = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

/** Every package.json of the repository with its path, the root's first. */
export async function manifests(): Promise<{ path: string; manifest: Manifest }[]> {
  const paths = (await filesUnder('.')).filter((path) => path === 'package.json' || path.endsWith('/package.json'));
  const sorted = paths.toSorted((a, b) => a.split('/').length - b.split('/').length);
  return Promise.all(sorted.map(async (path) => ({ path, manifest: JSON.parse(await readText(path)) as Manifest })));
}

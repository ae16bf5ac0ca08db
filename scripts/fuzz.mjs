// `npm run fuzz -- --frames 1000000 --seed 7`: the properties of test/fuzz on the sources, bundled to run without vitest.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'mcpfusion-fuzz-'));
const outfile = join(folder, 'fuzz.mjs');
try {
  await build({
    absWorkingDir: root,
    entryPoints: ['test/fuzz/main.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Finds the packages in their sources.
    tsconfig: 'tsconfig.base.json',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  process.setSourceMapsEnabled(true);
  const { fuzz } = await import(pathToFileURL(outfile).href);
  process.exitCode = await fuzz(process.argv.slice(2));
} catch (error) {
  // Not left to Node: the watch of the fuzz keeps what would end a process.
  console.error(error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}

// Makes packages/core/dist, the part of @mcpfusion/core that is published, after `tsc -b`:
//
//   dist/index.js, dist/node.js, dist/stdio.js   one bundle per door of package.json "exports"
//   dist/chunk-*.js                              what the doors share: they must see one module state
//   dist/**/*.d.ts                               the declarations that the doors reach
//   dist/_protocol/**/*.d.ts                     those of the private package @mcpfusion/protocol
//
// and beside it the licence and the documents that are packed.
//
// tsc writes core's declarations to packages/core/build, so that it never meets files changed after it.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { packedDocs, toPacked } from './lib/packed-docs.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const core = join(root, 'packages/core');
const dist = join(core, 'dist');
const protocolName = '@mcpfusion/protocol';

/** Path → text of everything in dist; written at the end, so that a running server never finds half a package. */
const outputs = new Map();

/** Where tsc left declarations, and where they go in the published package. */
const trees = [
  { from: join(core, 'build'), to: dist },
  { from: join(root, 'packages/protocol/dist'), to: join(dist, '_protocol') },
];

/** The door that runs anywhere: nothing of Node may be reached from it. */
const neutralDoor = 'index';

const builtins = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
const isBuiltin = (specifier) => specifier.startsWith('node:') || builtins.has(specifier);
const packageOf = (specifier) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)[0];

/** Door names ("index", "node", …) from the export map. */
function doorsOf(manifest) {
  return Object.values(manifest.exports)
    .filter((target) => typeof target === 'object')
    .map((target) => /^\.\/dist\/(.+)\.js$/.exec(target.default)?.[1])
    .map((door) => {
      if (door === undefined) throw new Error('Expected each door in "exports" to be ./dist/<door>.js');
      return door;
    });
}

async function bundle(doors, dependencies) {
  const { metafile, outputFiles } = await build({
    absWorkingDir: core,
    entryPoints: doors.map((door) => `src/${door}.ts`),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    mainFields: ['module', 'main'],
    sourcemap: true,
    chunkNames: 'chunk-[hash]',
    alias: { [protocolName]: join(root, 'packages/protocol/src/index.ts') },
    external: [...dependencies, ...builtins],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  checkNeutral(metafile.outputs, dependencies);
  for (const { path, text } of outputFiles) outputs.set(path, text);
  return outputFiles.filter(({ path }) => path.endsWith('.js')).length;
}

/** Follows the neutral door's static and dynamic imports through the chunks. */
function checkNeutral(files, dependencies) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, external } of files[file].imports) {
      if (!external) visit(path);
      else if (isBuiltin(path))
        throw new Error(`Expected ./${neutralDoor} to run without Node, got "${path}" in ${file}`);
      else if (!dependencies.includes(packageOf(path))) throw new Error(`${file} imports "${path}", no dependency`);
    }
  };
  visit(`dist/${neutralDoor}.js`);
}

/** `from '…'`, `import '…'`, `import('…')`, `declare module '…'` in a declaration file. */
const specifiers = /(\bfrom\s+|\bimport\s+|\bimport\(\s*|\bmodule\s+)(['"])([^'"]+)\2/g;

/** Copies the declarations that the doors reach; the private package becomes a folder beside them. */
async function declarations(doors, dependencies) {
  const waiting = doors.map((door) => ({ file: join(core, 'build', `${door}.d.ts`), neutral: door === neutralDoor }));
  const done = new Map();
  while (waiting.length > 0) {
    const { file, neutral } = waiting.pop();
    if (done.has(file) && (done.get(file) || !neutral)) continue;
    done.set(file, neutral);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Error(`${file} is missing: run tsc -b`);
    });
    const found = [];
    const rewritten = text.replace(specifiers, (whole, lead, quote, specifier) => {
      const target = targetOf(file, specifier);
      if (target === undefined) {
        checkOutside(file, specifier, neutral, dependencies);
        return whole;
      }
      found.push(target);
      return `${lead}${quote}${relativeSpecifier(file, target)}${quote}`;
    });
    if (neutral && /<reference\s+types="node"/.test(text)) throw new Error(`${file}: expected no types of Node`);
    outputs.set(published(file), rewritten.replace(/^\/\/# sourceMappingURL=.*$/m, '').trimEnd() + '\n');
    for (const target of found) waiting.push({ file: target, neutral });
  }
  return done.size;
}

function targetOf(file, specifier) {
  if (specifier === protocolName) return join(trees[1].from, 'index.d.ts');
  if (specifier.startsWith('.')) return resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
  return undefined;
}

function checkOutside(file, specifier, neutral, dependencies) {
  if (isBuiltin(specifier)) {
    if (neutral) throw new Error(`${file}: expected no types of Node behind ./${neutralDoor}, got "${specifier}"`);
  } else if (!dependencies.includes(packageOf(specifier))) {
    throw new Error(`${file} refers to "${specifier}", which is no dependency of @mcpfusion/core`);
  }
}

function published(file) {
  const tree = trees.find(({ from }) => file.startsWith(from + sep));
  if (tree === undefined) throw new Error(`${file} lies outside the declarations of core and protocol`);
  return join(tree.to, relative(tree.from, file));
}

function relativeSpecifier(file, target) {
  const path = relative(dirname(published(file)), published(target))
    .split(sep)
    .join('/')
    .replace(/\.d\.ts$/, '.js');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Writes what has changed and takes away what is no longer made. */
async function writeOutputs() {
  for (const [path, text] of outputs) {
    if ((await readFile(path, 'utf8').catch(() => undefined)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !outputs.has(path)) await rm(path);
  }
}

/** Beside dist, since npm packs them from there. */
async function writeDocs() {
  await copyFile(join(root, 'LICENSE'), join(core, 'LICENSE'));
  for (const name of packedDocs) {
    await mkdir(dirname(join(core, name)), { recursive: true });
    await writeFile(join(core, name), toPacked(name, await readFile(join(root, name), 'utf8')));
  }
}

const manifest = JSON.parse(await readFile(join(core, 'package.json'), 'utf8'));
const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
const doors = doorsOf(manifest);

const bundles = await bundle(doors, dependencies);
const declared = await declarations(doors, dependencies);
await writeOutputs();
await writeDocs();
console.log(`@mcpfusion/core: ${bundles} bundles, ${declared} declaration files`);

// npm run packages:check: each published workspace as a user gets it.
//
// Builds and packs it, looks at the file list and the links of its documents, asks publint and attw, installs the
// tarball in an empty folder, compiles the first server of README.md against it, and talks to that server over stdio.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { linksOf, typescriptBlocks } from './lib/markdown.mjs';
import { handshake } from './lib/stdio-handshake.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const binary = (name) => join(root, 'node_modules/.bin', name);

/** Runs a command; on failure its output is the error. */
async function must(file, args, options) {
  try {
    return (await run(file, args, { maxBuffer: 16 * 1024 * 1024, ...options })).stdout;
  } catch (error) {
    throw new Error(`${file} ${args.join(' ')}\n${error.stdout ?? ''}${error.stderr ?? error.message}`, {
      cause: error,
    });
  }
}

async function published() {
  const found = [];
  for (const entry of await readdir(join(root, 'packages'), { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(root, 'packages', entry.name);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    if (manifest.private !== true) found.push({ folder, manifest });
  }
  return found;
}

const unwanted = [/(^|\/)src\//, /(^|\/)build\//, /\.test\./, /\.tsbuildinfo$/, /(^|\/)test\//, /(^|\/)tsconfig/];

function checkFiles(name, files) {
  const wrong = files.filter((file) => unwanted.some((pattern) => pattern.test(file)));
  if (wrong.length > 0) throw new Error(`${name} would publish ${wrong.join(', ')}`);
  for (const file of ['package.json', 'LICENSE', 'README.md', 'docs/handlers.md', 'dist/index.js', 'dist/index.d.ts']) {
    if (!files.includes(file)) throw new Error(`Expected ${name} to publish ${file}`);
  }
}

/** Every target of the export map is in the tarball, and nothing private is named in its declarations. */
async function checkInstalled(folder, manifest) {
  const targets = Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  for (const target of targets) await readFile(join(folder, target));
  for (const entry of await readdir(join(folder, 'dist'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|d\.ts)$/.test(entry.name)) continue;
    const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
    const found = /['"]@mcpfusion\/(?!core\b)[\w-]+['"]/.exec(text);
    if (found !== null) throw new Error(`${entry.name} names the private package ${found[0]}`);
  }
}

/** Links between the documents of the package; those out of it have a scheme. */
async function checkLinks(folder, files) {
  for (const name of files.filter((file) => file.endsWith('.md'))) {
    for (const { target, line } of linksOf(await readFile(join(folder, name), 'utf8'))) {
      const [path] = target.split('#');
      if (path === '' || /^[a-z][a-z+.-]*:/i.test(target)) continue;
      if (!files.includes(posix.join(posix.dirname(name), path))) {
        throw new Error(`${name}:${line} links to ${target}, which is not in the package`);
      }
    }
  }
}

async function readmeServer() {
  const text = await readFile(join(root, 'README.md'), 'utf8').catch(() => {
    throw new Error('Expected README.md to exist');
  });
  const block = typescriptBlocks(text).find(({ code }) => code.includes('createServer'));
  if (block === undefined) throw new Error('Expected README.md to have a ```ts block with createServer');
  return block.code;
}

/** A user's project: the tarball is its one dependency, libraries are checked too. */
async function compileServer(project, code) {
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    rootDir: 'src',
    outDir: 'out',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  await mkdir(join(project, 'src'));
  await writeFile(join(project, 'src/server.ts'), code);
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await must(binary('tsc'), ['-p', project, '--pretty', 'false'], { cwd: project });
  return join(project, 'out/server.js');
}

async function check({ folder, manifest }, temporary) {
  const { name } = manifest;
  const [packed] = JSON.parse(await must('npm', ['pack', '--json', '--pack-destination', temporary], { cwd: folder }));
  const tarball = join(temporary, packed.filename);
  const files = packed.files.map(({ path }) => path);
  checkFiles(name, files);
  console.log(`${name}: ${files.length} files, ${(packed.size / 1024).toFixed(0)} KiB packed`);

  await must(binary('publint'), ['--strict', tarball], { cwd: folder });
  console.log(`${name}: publint finds nothing`);
  await must(binary('attw'), ['--profile', 'esm-only', tarball], { cwd: folder });
  console.log(`${name}: attw finds nothing`);

  const project = join(temporary, 'user');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "name": "user", "private": true, "type": "module" }\n');
  await must('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball], { cwd: project });
  await checkInstalled(join(project, 'node_modules', name), manifest);
  await checkLinks(join(project, 'node_modules', name), files);
  console.log(`${name}: installs`);

  const server = await compileServer(project, await readmeServer());
  const { tools } = await handshake(server, { cwd: project });
  console.log(`${name}: the server of README.md compiles, lists ${tools.join(', ')} and ends with its input`);
}

for (const workspace of await published()) {
  const temporary = await mkdtemp(join(tmpdir(), 'mcpfusion-pack-'));
  try {
    await check(workspace, temporary);
  } catch (error) {
    console.error(`${workspace.manifest.name}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

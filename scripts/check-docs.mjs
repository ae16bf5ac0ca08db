// npm run docs:check: what the documentation points at exists, and what it shows compiles.
//
// - relative links in README, CONTRIBUTING, SECURITY and docs/**/*.md: the file and the heading exist
// - code spans that look like a path of this repository exist
// - ```ts blocks in README and docs compile under strict against the built packages, each as a module of its own;
//   left out: "```ts ignore" and blocks that begin with "// fragment"
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { anchorsOf, codeSpansOf, linksOf, typescriptBlocks } from './lib/markdown.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const problems = [];

const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function documents() {
  const found = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  for (const entry of await readdir(join(root, 'docs'), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.md')) found.push(relative(root, join(entry.parentPath, entry.name)));
  }
  const texts = new Map();
  for (const name of found) {
    if (await exists(join(root, name))) texts.set(name, await readFile(join(root, name), 'utf8'));
    else problems.push(`${name}: expected this file to exist`);
  }
  return texts;
}

async function checkLinks(name, text) {
  for (const { target, line } of linksOf(text)) {
    if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
    const [path, anchor] = decodeURI(target).split('#');
    const file = path === '' ? join(root, name) : resolve(dirname(join(root, name)), path);
    if (!(await exists(file))) problems.push(`${name}:${line}: link to ${target}, which does not exist`);
    else if (anchor && file.endsWith('.md') && !anchorsOf(await readFile(file, 'utf8')).has(anchor)) {
      problems.push(`${name}:${line}: link to ${target}, but there is no such heading`);
    }
  }
}

/** `packages/core/src/errors.ts`, not `tools/call`, `@scope/name`, `src/**.ts` or a URL. */
const pathLike =
  /^(?:\.{1,2}\/)?[\w.-]+(?:\/[\w.-]+)+\.(?:c|m)?(?:ts|js|json|jsonc|md|csv|ttf|sh|yml|yaml|html|png|txt)$/;

async function checkPaths(name, text) {
  for (const { text: span, line } of codeSpansOf(text)) {
    if (!pathLike.test(span)) continue;
    const places = [join(root, span), resolve(dirname(join(root, name)), span)];
    if (!(await exists(places[0])) && !(await exists(places[1]))) {
      problems.push(`${name}:${line}: \`${span}\` does not exist`);
    }
  }
}

/** Under the root, so that packages resolve as they would for a user: by the export map, to what was built. */
const project = join(root, '.cache/docs');
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

/** Blank lines before a block keep its line numbers those of the document. */
async function writeBlocks(texts) {
  const sources = new Map();
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }\n');
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, text] of texts) {
    if (name !== 'README.md' && !name.startsWith('docs/')) continue;
    for (const { line, code } of typescriptBlocks(text)) {
      const file = `${name.replaceAll(/[^\w]/g, '-')}-${line}.ts`;
      sources.set(file, name);
      await writeFile(join(project, file), `${'\n'.repeat(line - 1)}${code}\nexport {};\n`);
    }
  }
  return sources;
}

async function checkBlocks(texts) {
  const sources = await writeBlocks(texts);
  if (sources.size === 0) return 0;
  try {
    await run(process.execPath, [tsc, '-p', project, '--pretty', 'false'], { cwd: project });
  } catch (error) {
    const lines = `${error.stdout ?? ''}${error.stderr ?? ''}`.split('\n').filter(Boolean);
    if (lines.length === 0) throw error;
    for (const line of lines) {
      problems.push(line.replace(/^([\w-]+\.ts)\((\d+),\d+\)/, (_, file, at) => `${sources.get(file) ?? file}:${at}`));
    }
  }
  return sources.size;
}

const texts = await documents();
for (const [name, text] of texts) {
  await checkLinks(name, text);
  await checkPaths(name, text);
}
const blocks = await checkBlocks(texts);
for (const problem of problems) console.error(problem);
console.log(`docs: ${texts.size} files, ${blocks} code blocks compiled, ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

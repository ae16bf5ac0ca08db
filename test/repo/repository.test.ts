import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from './files.js';
import { filesUnder, manifests, readText, root } from './files.js';

const isText = (path: string): boolean =>
  /\.(?:[cm]?[jt]s|json|jsonc|md|ya?ml|sh|csv|txt)$/.test(path) || /(?:^|\/)(?:\.[\w-]+rc|run|LICENSE)$/.test(path);

/** Traces of one machine. Put together from parts, so that this file does not find itself. */
const traces: { what: string; pattern: RegExp }[] = [
  {
    what: 'an absolute path of somebody’s disk',
    pattern: new RegExp(`(?<![\\w.~/-])/(?:${['home', 'Users', 'root', 'work', 'mnt', 'workspace'].join('|')})/[\\w.]`),
  },
  { what: 'a drive letter', pattern: /\b[A-Z]:\\\\?[A-Za-z]/ },
  {
    what: 'a package registry',
    pattern: new RegExp(['registry\\.npm', 'npm\\.pkg', 'artifactory', 'verdaccio'].join('|')),
  },
];

describe('repository', async () => {
  const files = (await filesUnder('.')).filter(isText);

  it('has a licence, and every package names it', async () => {
    expect(await readText('LICENSE')).toMatch(/Apache License\s+Version 2\.0, January 2004/);
    const without = (await manifests()).filter(({ manifest }) => manifest.license !== 'Apache-2.0');
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('the lock file has no download addresses', async () => {
    const lock = JSON.parse(await readText('package-lock.json')) as {
      packages: Record<string, { resolved?: string; link?: boolean }>;
    };
    const addressed = Object.entries(lock.packages).filter(
      ([, entry]) => entry.link !== true && entry.resolved !== undefined,
    );
    expect(addressed).toEqual([]);
  });

  it('no file tells of the machine it was written on', async () => {
    const found: string[] = [];
    const here = root.replace(/\/$/, '');
    for (const path of files) {
      if (path === 'test/repo/repository.test.ts') continue;
      const text = await readText(path);
      for (const [index, line] of text.split('\n').entries()) {
        const trace = traces.find(({ pattern }) => pattern.test(line));
        if (trace !== undefined) found.push(`${path}:${index + 1}: ${trace.what}`);
        else if (here.split('/').length > 2 && line.includes(`${here}/`))
          found.push(`${path}:${index + 1}: this clone`);
      }
    }
    expect(found).toEqual([]);
  });

  it('every script file that package.json runs exists', async () => {
    const scripts = (await readManifest()).scripts ?? {};
    const named = Object.values(scripts).flatMap((script) => script.match(/\bscripts\/[\w./-]+\.mjs\b/g) ?? []);
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(Object.keys(scripts)).toEqual(
      expect.arrayContaining(['build', 'typecheck', 'lint', 'format:check', 'test', 'demo', 'docs:check']),
    );
  });

  it('.ci/run can be executed and runs scripts that exist', async () => {
    await access(join(root, '.ci/run'), constants.X_OK);
    const scripts = (await readManifest()).scripts ?? {};
    const called = [
      ...(await readText('.ci/run')).replaceAll(/^#.*$/gm, '').matchAll(/\bnpm (?:run )?(\w[\w:]*)/g),
    ].map((match) => match[1] ?? '');
    const optional = new Set(['ci', 'conformance']);
    expect(called.filter((name) => !optional.has(name) && !(name in scripts))).toEqual([]);
  });
});

const readManifest = async (): Promise<Manifest> => JSON.parse(await readText('package.json')) as Manifest;

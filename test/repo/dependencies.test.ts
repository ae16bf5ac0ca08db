import { describe, expect, it } from 'vitest';
import type { Manifest } from './files.js';
import { manifests, readText } from './files.js';

const page = 'docs/dependencies.md';

const outside = (record: Record<string, string> | undefined): [string, string][] =>
  Object.entries(record ?? {}).filter(([name]) => !name.startsWith('@mcpfusion/'));

const all = (manifest: Manifest): [string, string][] => [
  ...outside(manifest.dependencies),
  ...outside(manifest.devDependencies),
  ...outside(manifest.peerDependencies),
  ...outside(manifest.optionalDependencies),
];

describe('dependencies', async () => {
  const found = await manifests();
  const used = new Set(found.flatMap(({ manifest }) => all(manifest).map(([name]) => name)));
  const listed = [...(await readText(page)).matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];

  it(`${page} gives a reason for each`, () => {
    const names = listed.map(([, name]) => name);
    expect([...used].filter((name) => !names.includes(name))).toEqual([]);
    expect(listed.filter(([, , reason]) => (reason ?? '').trim().length < 10)).toEqual([]);
  });

  it(`${page} lists none that is gone, and none twice`, () => {
    const names = listed.map(([, name]) => name ?? '');
    expect(names.filter((name) => !used.has(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('are pinned exactly where nobody else installs them', () => {
    const loose = found
      .filter(({ manifest }) => manifest.private === true)
      .flatMap(({ path, manifest }) => all(manifest).map(([name, range]) => ({ path, name, range })))
      .filter(({ range }) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range));
    expect(loose).toEqual([]);
  });

  it('core brings at most two packages with it', () => {
    const core = found.find(({ manifest }) => manifest.name === '@mcpfusion/core')?.manifest;
    const names = Object.keys(core?.dependencies ?? {});
    expect(names.filter((name) => !['@cfworker/json-schema', '@standard-schema/spec'].includes(name))).toEqual([]);
    expect(core?.peerDependencies ?? {}).toEqual({});
  });

  it('one version of a package in all workspaces', () => {
    const versions = new Map<string, Set<string>>();
    for (const { manifest } of found) {
      if (manifest.private !== true) continue;
      for (const [name, range] of all(manifest)) versions.set(name, (versions.get(name) ?? new Set()).add(range));
    }
    expect([...versions].filter(([, ranges]) => ranges.size > 1)).toEqual([]);
  });
});

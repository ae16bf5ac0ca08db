import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dropGlobSync } from './suite-hooks.js';
import { scenarioOf } from './suite.js';

describe('dropGlobSync', () => {
  it.each([
    [
      'import{existsSync as i,globSync as a,readFileSync as c}from"fs";',
      'import{existsSync as i,readFileSync as c}from"fs";',
    ],
    ['import{globSync,readFileSync}from"fs";', 'import{readFileSync}from"fs";'],
    ['import { globSync as $a } from "node:fs";', 'import { } from "node:fs";'],
    ['import{globSync as a}from"glob";import{b}from"fs";', 'import{globSync as a}from"glob";import{b}from"fs";'],
  ])('%s', (source, changed) => {
    expect(dropGlobSync(source)).toBe(changed);
  });

  it('changes the installed suite in this place alone', async () => {
    const path = new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url);
    const source = await readFile(fileURLToPath(path), 'utf8');
    const changed = dropGlobSync(source);
    expect(source.length - changed.length).toBe('globSync as a,'.length);
  });
});

it('reads the scenario from the name of its folder', () => {
  expect(scenarioOf('server-sep-2164-resource-not-found-2026-12-01T00-27-39-186Z')).toBe('sep-2164-resource-not-found');
  expect(scenarioOf('notes')).toBeUndefined();
});

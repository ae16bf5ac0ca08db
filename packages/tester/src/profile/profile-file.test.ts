import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UsageError } from '../exit/tester-error.js';
import { ProfileFile } from './profile-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-profile-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (text: string): Promise<void> => writeFile(join(folder, 'mcp-tester.yml'), text);
const read = (): Promise<string> => readFile(join(folder, 'mcp-tester.yml'), 'utf8');

describe('mcp-tester.yml', () => {
  it('that is absent holds no profiles, and is made by the first change', async () => {
    const file = await ProfileFile.read(folder);
    expect(file.names).toEqual([]);
    file.change('local', { command: 'node server.js' });
    await file.write();
    expect(await read()).toBe('profiles:\n  local:\n    command: node server.js\n');
  });

  it('keeps comments, order, and what else a profile holds', async () => {
    await write(`# ours
profiles:
  # the one on this desk
  local:
    command: node old.js # soon to go
    headers: { X-Key: "\${KEY}" }
  prod:
    url: https://example.com/mcp
`);
    const file = await ProfileFile.read(folder);
    file.change('local', { command: 'node new.js' });
    file.change('prod', { disabled: true });
    await file.write();
    expect(await read()).toBe(`# ours
profiles:
  # the one on this desk
  local:
    command: node new.js # soon to go
    headers: { X-Key: "\${KEY}" }
  prod:
    url: https://example.com/mcp
    disabled: true
`);
  });

  it('what profiles share by an alias stays with each when one changes or goes', async () => {
    await write('profiles:\n  a: &a\n    command: x\n  b: *a\n');
    const file = await ProfileFile.read(folder);
    file.change('b', { disabled: true });
    file.delete('a');
    await file.write();
    expect(await read()).toBe('profiles:\n  b:\n    command: x\n    disabled: true\n');
  });

  it('keeps long commands on one line, and keys of other tools', async () => {
    const command = `node server.js ${'--option value '.repeat(20)}--last`;
    await write('profiles:\n  a:\n    url: http://x/\n    text_only: true\n    verify: false\n');
    const file = await ProfileFile.read(folder);
    expect(file.get('a')).toMatchObject({ url: 'http://x/' });
    file.change('b', { command });
    await file.write();
    expect(await read()).toBe(
      `profiles:\n  a:\n    url: http://x/\n    text_only: true\n    verify: false\n  b:\n    command: ${command}\n`,
    );
  });

  it('keeps Windows line ends', async () => {
    await write('profiles:\r\n  a:\r\n    command: x # c\r\n');
    const file = await ProfileFile.read(folder);
    file.change('a', { url: 'http://x/' });
    await file.write();
    expect(await read()).toBe('profiles:\r\n  a:\r\n    command: x # c\r\n    url: http://x/\r\n');
  });

  it('refuses to change what is no map', async () => {
    await write('profiles: foo\n');
    const file = await ProfileFile.read(folder);
    expect(() => file.change('a', { command: 'x' })).toThrow('Expected "profiles"');
  });

  it.each([
    ['profiles: [', 'is no YAML document'],
    ['- a', 'Expected mcp-tester.yml to be a map'],
    ['profiles: 3', 'Expected "profiles"'],
    ['profiles: { a: { comand: x } }', 'has the key "comand"'],
    ['profiles: { a: { command: 3 } }', 'Expected command of profile "a" to be a string, got 3'],
    ['profiles: { a: { headers: { X: 1 } } }', 'to be a map of texts'],
    ['profiles: { a: text }', 'Expected profile "a" to be a map'],
  ])('%s is refused', async (text, message) => {
    await write(text);
    const use = async (): Promise<unknown> => (await ProfileFile.read(folder)).get('a');
    await expect(use()).rejects.toThrow(UsageError);
    await expect(use()).rejects.toThrow(message);
  });

  it('has no profile of a name that objects have by nature', async () => {
    await write('profiles: {}');
    expect((await ProfileFile.read(folder)).get('constructor')).toBeUndefined();
  });
});

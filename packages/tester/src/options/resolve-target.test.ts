import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Redactor } from '../connection/redactor.js';
import type { Target } from '../connection/target.js';
import type { GlobalOptions } from './global-options.js';
import { resolveTarget } from './resolve-target.js';

let folder: string;
let notes: string[];
let redactor: Redactor;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-target-'));
  notes = [];
  redactor = new Redactor();
  await writeFile(
    join(folder, 'mcp-tester.yml'),
    `profiles:
  local: { command: node server.js, era: "2025-11-25" }
  prod: { url: "https://example.com/mcp", headers: { X-Key: "\${KEY}" }, bearer: $TOKEN }
  both: { command: run, url: "http://localhost/mcp" }
  off: { command: run, disabled: true }
  empty: {}
`,
  );
});
afterEach(() => rm(folder, { recursive: true }));

function resolve(options: Partial<GlobalOptions>, env: Record<string, string> = {}): Promise<Target> {
  return resolveTarget({ verbose: 0, ...options }, { folder, env, redactor, note: (text) => notes.push(text) });
}

describe('the target', () => {
  it('is a command for the shell', async () => {
    expect(await resolve({ command: 'node server.js --token abc' })).toEqual({
      kind: 'stdio',
      command: 'node server.js --token abc',
      label: '`node server.js --token ***`',
      era: 'auto',
      timeoutMs: 60_000,
    });
  });

  it('is a URL with headers and a bearer token, which is a secret from then on', async () => {
    const target = await resolve({
      url: 'http://localhost/mcp',
      header: ['X-A: b:c'],
      bearer: 'tok-123456',
      timeout: '1m30s',
    });
    expect(target).toMatchObject({
      kind: 'http',
      url: 'http://localhost/mcp',
      headers: { 'X-A': 'b:c', Authorization: 'Bearer tok-123456' },
      timeoutMs: 90_000,
    });
    expect(redactor.redact('tok-123456')).toBe('***');
  });

  it('makes secrets of the credentials in headers and in the URL', async () => {
    await resolve({
      url: 'http://ada:pass-123@localhost/mcp?token=query-1',
      header: ['X-Api-Key: key-123', 'Authorization: Basic YTpiLWMtZA==', 'X-Region: europe-west'],
    });
    const said = 'pass-123 query-1 key-123 YTpiLWMtZA== europe-west';
    expect(redactor.redact(said)).toBe('*** *** *** *** europe-west');
  });

  it('a bearer token on the command line comes before the one of the environment', async () => {
    const target = await resolve({ url: 'http://localhost/', bearer: 'given-1' }, { MCP_TESTER_BEARER: 'from-env' });
    expect(target).toMatchObject({ headers: { Authorization: 'Bearer given-1' } });
  });

  it('comes from a profile, with variables of the environment', async () => {
    expect(await resolve({ profile: 'local' })).toMatchObject({ command: 'node server.js', era: '2025-11-25' });
    const target = await resolve({ profile: 'prod' }, { KEY: 'key-value', TOKEN: 'token-value' });
    expect(target).toMatchObject({ headers: { 'X-Key': 'key-value', Authorization: 'Bearer token-value' } });
    expect(redactor.redact('key-value token-value')).toBe('*** ***');
  });

  it('a bearer token of the environment comes before the one of the profile', async () => {
    const env = { KEY: 'key-value', MCP_TESTER_BEARER: 'from-env' };
    expect(await resolve({ profile: 'prod' }, env)).toMatchObject({ headers: { Authorization: 'Bearer from-env' } });
  });

  it('a profile with command and URL means the command, unless --transport http', async () => {
    expect(await resolve({ profile: 'both' })).toMatchObject({ kind: 'stdio' });
    expect(await resolve({ profile: 'both', transport: 'http' })).toMatchObject({ kind: 'http' });
  });

  it('beside a profile --command is left out of account, and that is said', async () => {
    expect(await resolve({ profile: 'local', command: 'other' })).toMatchObject({ command: 'node server.js' });
    expect(notes).toEqual([expect.stringContaining('left out of account')]);
  });

  it('a header given twice is sent once, the later one', async () => {
    const target = await resolve({ url: 'http://localhost/', header: ['X-A: 1', 'x-a: 2'] });
    expect(target).toMatchObject({ headers: { 'x-a': '2' } });
    expect(Object.keys((target as { headers: object }).headers)).toEqual(['x-a']);
  });

  it.each<[Partial<GlobalOptions>, string]>([
    [{}, 'give --command, --url or --profile'],
    [{ command: 'a', url: 'http://b/' }, 'Expected --command or --url, got both'],
    [{ url: 'ftp://x/' }, 'Expected --url to be an http or https URL'],
    [{ url: 'localhost:3000/mcp' }, 'Expected --url to be an http or https URL'],
    [{ command: 'a', era: '2024' }, 'Expected --era to be one of auto, 2025-11-25, 2026-07-28, got "2024"'],
    [{ url: 'http://a/', transport: 'sse' }, 'HTTP+SSE'],
    [{ url: 'http://a/', transport: 'tcp' }, 'Expected --transport'],
    [{ url: 'http://a/', transport: 'stdio' }, 'give --command'],
    [{ url: 'http://a/', header: ['no colon'] }, 'Expected --header to be "Name: value"'],
    [{ url: 'http://a/', header: ['X: a\r\nY: b'] }, 'Expected --header'],
    [{ url: 'http://a/', header: ['authorization: x'], bearer: 'y' }, 'got both'],
    [{ url: 'http://u:100%@host/' }, 'Expected --url to be an http or https URL'],
    [{ command: ' ' }, 'got an empty one'],
    [{ command: 'a', timeout: '1000h' }, 'Expected --timeout to be at most 596h'],
    [{ command: 'a', timeout: '30' }, 'Expected --timeout to be a duration'],
    [{ profile: 'nope' }, 'There is no profile "nope" in mcp-tester.yml: it has local, prod, both, off, empty'],
    [{ profile: 'off' }, 'is disabled'],
    [{ profile: 'empty' }, 'The profile "empty" has none'],
    [{ profile: 'prod' }, 'needs the environment variable KEY'],
  ])('%j is refused', async (options, message) => {
    await expect(resolve(options)).rejects.toThrow(message);
  });
});

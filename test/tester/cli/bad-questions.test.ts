import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

const server = 'node test/tester/cli/asking-server.mjs';
const eras = ['2025-11-25', '2026-07-28'];

const form = (properties: object, more: object = {}): object => ({
  mode: 'form',
  message: 'm',
  requestedSchema: { type: 'object', properties, ...more },
});
const page = (url: string): object => ({ mode: 'url', message: 'm', url, elicitationId: 'e' });

const badQuestions: readonly [string, object | undefined, string][] = [
  ['no params', undefined, 'ELI-12'],
  ['no message', { requestedSchema: { type: 'object', properties: {} } }, 'ELI-12'],
  ['a number as message', { ...form({}), message: 42 }, 'ELI-12'],
  ['no schema', { message: 'm' }, 'ELI-12'],
  ['a word as schema', { message: 'm', requestedSchema: 'nope' }, 'ELI-12'],
  ['a form in a form', form({ o: { type: 'object', properties: {} } }), 'ELI-12'],
  ['a type that is none', form({ o: { type: 'date' } }), 'ELI-12'],
  ['no type', form({ o: {} }), 'ELI-12'],
  ['a field required that it does not have', form({}, { required: ['zzz'] }), 'ELI-12'],
  ['a script as page', page('javascript:alert(1)'), 'ELI-15'],
  ['a file as page', page('file:///etc/hosts'), 'ELI-15'],
  ['words as page', page('not a url'), 'ELI-15'],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const args = (era: string, more: object): string[] => {
  return ['-c', server, '--era', era, 'call', 'ask', '-a', JSON.stringify(more)];
};

/** A script of one call, with what stands before it. */
async function runScript(era: string, more: object, before: string, name: string) {
  const script = join(folder, `${name}-${era}.mcp`);
  await writeFile(script, `${before}\ncall_tool_raw ask '${JSON.stringify(more)}'\n`);
  return runCli(['-c', server, '--era', era, 'test', script]);
}

describe.concurrent.each(eras)('a question that makes no sense, %s', (era) => {
  it.each(badQuestions)('%s is found, and accepting it fails the call', async (_what, params, rule) => {
    const { code, stdout, stderr } = await runCli([...args(era, { questions: [{ params }] }), '--elicit', 'accept']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('The server asks what cannot be accepted: its ');
    expect(stderr).toMatch(new RegExp(`^MUST ${rule}`, 'm'));
  });

  it('fails a script that accepts it, and may be declined', async () => {
    const questions = [{ params: form({ o: { type: 'date' } }) }];
    const accepted = await runScript(era, { questions }, 'elicit_response accept', 'accepted');
    expect(accepted.code).toBe(1);
    expect(accepted.stdout).toContain('its requestedSchema cannot be read: o: expected type to be one of');
    expect((await runScript(era, { questions }, 'elicit_response decline', 'declined')).code).toBe(0);
  });

  it('sampling without messages or a limit is found', async () => {
    const questions = [{ method: 'sampling/createMessage', params: { messages: 'x' } }];
    const { stderr } = await runCli([...args(era, { questions }), '--sample', 'hello']);
    expect(stderr).toMatch(/^MUST SMP-S1/m);
  });

  it('a server that asks for ever is stopped, by call and in a script', async () => {
    const asking = { questions: [{ params: form({}) }], times: 1_000 };
    const { code, stdout, stderr } = await runCli(args(era, asking));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('result after 8 rounds, got another question.');
    expect(stderr.match(/^Declined/gm)).toHaveLength(8);
    const answers = Array.from({ length: 9 }, () => 'elicit_response decline').join('\n');
    const script = await runScript(era, asking, answers, 'for-ever');
    expect(script.code).toBe(1);
    expect(script.stdout).toContain('result after 8 rounds, got another question.');
  });
});

describe.concurrent.each(eras)('what a call cannot answer ends it, %s', (era) => {
  const asking = { questions: [{ params: form({}) }], times: 1_000 };

  it('a script fails at the first question without an answer, and not by its limit', async () => {
    const { code, stdout } = await runScript(era, asking, 'elicit_response accept', 'first');
    expect(code).toBe(1);
    expect(stdout).toContain('no elicit_response queued for "m"');
    const limited = join(folder, `limited-${era}.mcp`);
    await writeFile(limited, `expect_error timeout 60000 call_tool_raw ask '${JSON.stringify(asking)}'\n`);
    await writeFile(limited, 'assert_contains "no elicit_response queued"\nping\n', { flag: 'a' });
    expect((await runCli(['-c', server, '--era', era, 'test', limited])).code).toBe(0);
  });

  it('call fails at the first answer that does not fit', async () => {
    const { code, stderr } = await runCli([
      ...args(era, asking),
      '-vv',
      '--elicit',
      'accept:{"a":1}',
      '--elicit',
      'accept',
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('result after 8 rounds');
    const questions = [{ params: form({ sure: { type: 'boolean' } }, { required: ['sure'] }) }];
    const misfit = await runCli([...args(era, { questions, times: 1_000 }), '-v', '--elicit', 'accept']);
    expect(misfit.code).toBe(2);
    expect(misfit.stderr.match(/^asked/gm)).toHaveLength(1);
  });

  it('call --raw answers, and prints the last result', async () => {
    const once = args(era, { questions: [{ params: form({}) }] });
    const { code, stdout } = await runCli([...once, '--raw', '--elicit', 'accept']);
    expect(code).toBe(0);
    expect(stdout).toContain('done [{');
  });

  it.each(['/srv', 'not a uri', 'http://example.com/', ''])('the root %j is wrong usage', async (root) => {
    const { code, stderr } = await runCli([...args(era, { questions: [] }), '--root', root]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--root: expected a file:// URI, got ')]);
  });
});

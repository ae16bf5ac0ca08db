import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

const server = 'node test/tester/cli/asking-server.mjs';
const eras = ['2025-11-25', '2026-07-28'];

/** Clears a screen, colours it, sets its title, goes back, rings, and turns the direction of text. */
const steering = '\u001b[2J\u001b[31mRED\u001b]0;title\u0007\u009b31m\r\b\u202eturned\u2066';
// oxlint-disable-next-line no-control-regex
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const field = { type: 'string', title: steering, description: steering, default: steering };
const question = {
  params: {
    mode: 'form',
    message: steering,
    requestedSchema: { type: 'object', properties: { [`k${steering}`]: field }, required: [`k${steering}`] },
  },
};
const asking = JSON.stringify({ questions: [question] });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-tester-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('JSON holds the same values as before', async () => {
  const args = ['-c', server, '--format', 'json', 'call', 'ask', '-a', asking];
  const answer = `accept:${JSON.stringify({ [`k${steering}`]: '\u009b' })}`;
  const { stdout } = await runCli([...args, '--elicit', answer]);
  expect(stdout).not.toMatch(raw);
  expect(JSON.stringify(JSON.parse(stdout))).toContain('\u009b');
});

describe.concurrent.each(eras)('no control character of a server is written as it is, %s', (era) => {
  it.each([
    ['in an answer that does not fit', ['--elicit', 'accept']],
    [
      'in a question, its answer and every frame',
      ['-vv', '--elicit', `accept:${JSON.stringify({ [`k${steering}`]: 'x' })}`],
    ],
    ['in a question that nobody answers', []],
  ])('by call: %s', async (_where, flags) => {
    const { stdout, stderr } = await runCli(['-c', server, '--era', era, 'call', 'ask', '-a', asking, ...flags]);
    expect(`${stdout}${stderr}`).not.toMatch(raw);
    expect(`${stdout}${stderr}`).toContain('\\u001b[2J');
  });

  it('in colours: those of this program are the only ones', async () => {
    const env = { NO_COLOR: '', FORCE_COLOR: '1' };
    const args = ['-c', server, '--era', era, '-vv', 'call', 'ask', '-a', asking, '--elicit', 'accept'];
    const { stderr } = await runCli(args, { env });
    expect(stderr).toContain('\u001b[90m');
    // oxlint-disable-next-line no-control-regex
    expect(stderr.replaceAll(/\u001b\[\d+m(?!RED)/g, '')).not.toMatch(raw);
  });

  it.each(['pretty', 'github', 'json', 'junit', 'tap'])('by the reporter %s, to stdout and to a file', async (name) => {
    const script = join(folder, `steering-${name}-${era}.mcp`);
    await writeFile(script, `elicit_response accept {}\ncall_tool_raw ask '${asking}'\n`);
    const run = (reporter: string) => runCli(['-c', server, '--era', era, 'test', script, '--reporter', reporter]);
    const file = join(folder, `report-${name}-${era}`);
    const [{ stdout, stderr }] = await Promise.all([run(name), run(`${name}=${file}`)]);
    for (const written of [stdout, stderr, await readFile(file, 'utf8')]) expect(written).not.toMatch(raw);
    // XML has no way to write U+001B.
    expect(stdout).toContain(name === 'junit' ? '\\u202eturned' : '\\u001b');
  });
});

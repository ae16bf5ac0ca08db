import { describe, expect, it } from 'vitest';
import { runCli } from './run-cli.js';

const server = 'node examples/reference-server/dist/main.js --stdio';

describe.concurrent.each(['2025-11-25', '2026-07-28'])('call answers questions, %s', (era) => {
  const call = (tool: string, args: object, ...flags: string[]) =>
    runCli(['-c', server, '--era', era, 'call', tool, '-a', JSON.stringify(args), ...flags]);
  const item = { item: 'a.txt' };

  it('from its options, in their order', async () => {
    const accepted = await call('confirm_delete', item, '--elicit', 'accept:{"confirm":true,"reason":"old"}');
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining('Deleted a.txt (reason: old)') });
    const cancelled = await call('confirm_delete', item, '--elicit', 'cancel', '--elicit', 'accept');
    expect(cancelled).toMatchObject({
      stdout: expect.stringContaining('user chose cancel'),
      stderr: '1 --elicit not asked for.\n',
    });
    const summary = await call('summarize', { text: 'long' }, '--sample', 'Short.');
    expect(summary.stdout).toContain('Summary (mcp-tester): Short.');
    const roots = await call('list_roots', {}, '--root', 'file:///a', '--root', 'file:///b');
    expect(roots.stdout).toContain('Roots (2): file:///a, file:///b');
  });

  it('with nobody to ask, an elicitation is declined and this is said (case 43)', async () => {
    const { code, stdout, stderr } = await call('confirm_delete', item);
    expect([code, stderr]).toEqual([0, 'Declined, as there is no --elicit left and nobody to ask: Delete "a.txt"?\n']);
    expect(stdout).toContain('user chose decline');
  });

  it('a model that is not there fails the call', async () => {
    const { code, stderr } = await call('summarize', { text: 'long' });
    expect(code).toBe(1);
    expect(stderr).toContain('no --sample left');
  });

  it('content that breaks the form is wrong usage, and not sent', async () => {
    const { code, stderr, stdout } = await call('confirm_delete', item, '--elicit', 'accept:{"confirm":1}');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('--elicit: confirm: expected true or false, got 1');
  });

  it('-v shows questions and answers', async () => {
    const { stderr } = await call('confirm_delete', item, '-v', '--elicit', 'decline');
    expect(stderr).toContain('asked     elicitation/create Delete "a.txt"?');
    expect(stderr).toContain('answered  elicitation/create {"action":"decline"}');
  });
});

it.each(['yes', 'decline:{}', 'accept:7', 'accept:{'])(
  '--elicit %s is wrong usage, before anything is started',
  async (word) => {
    const { code, stderr } = await runCli(['-c', 'exit 9', 'call', 'x', '--elicit', word]);
    expect(code).toBe(2);
    expect(stderr).toContain('--elicit: expected');
  },
);

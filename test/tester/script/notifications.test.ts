import { describe, expect, it } from 'vitest';
import { fakeServer, textResult, type FakeHandler, type FakeServer } from './fake-server.js';
import { runText } from './run-script-text.js';

type Send = Parameters<FakeHandler>[1]['send'];

/** Its tool changes the list of tools. In 2026 it tells those who listen, and offers only that of the lists. */
function changing(): FakeServer {
  let listener: Send | undefined;
  return fakeServer({
    'subscriptions/listen': ({ id }, { send }) => {
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
      send({
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta, notifications: { toolsListChanged: true } },
      });
      listener = (message) => send({ ...message, params: { _meta } });
    },
    'tools/call': ({ params }, { result, send }) => {
      const isSession = params?._meta?.['io.modelcontextprotocol/protocolVersion'] === undefined;
      (isSession ? send : listener)?.({ method: 'notifications/tools/list_changed' });
      result(textResult('changed'));
    },
  });
}

describe.each(['2025-11-25', '2026-07-28'] as const)('wait_notification in %s', (era) => {
  it('takes what has come before, once', async () => {
    const run = await runText(
      [
        'call_tool try x',
        'wait_notification notifications/tools/list_changed',
        'expect_error wait_notification tools/list_changed 50ms',
        'assert_contains "no notifications/tools/list_changed came within 50ms"',
        'parallel',
        'wait_notification tools/list_changed 5s',
        'call_tool try x',
        'end',
      ].join('\n'),
      changing(),
      { era },
    );
    expect(run.errors).toEqual([]);
  });

  it('fails with a text that names the method', async () => {
    const { errors } = await runText('wait_notification prompts/list_changed 20ms', changing(), { era });
    expect(errors).toEqual([expect.stringContaining('no notifications/prompts/list_changed ')]);
  });
});

it('what an include waits for is opened when it is', async () => {
  const { errors } = await runText('set w wait_notification\n$w prompts/list_changed 20ms', changing());
  expect(errors).toEqual([
    'line 2: no notifications/prompts/list_changed can come: the server does not offer promptsListChanged on subscriptions/listen',
  ]);
});

it('says that a server of 2026 has no subscriptions', async () => {
  const server = fakeServer({ 'subscriptions/listen': (_message, { error }) => error(-32601, 'Method not found') });
  const { errors, exitCode } = await runText('wait_notification tools/list_changed', server);
  expect(errors).toEqual([
    'line 1: no notifications/tools/list_changed can come: The server has no subscriptions: it does not know subscriptions/listen.',
  ]);
  expect(exitCode).toBe(1);
});

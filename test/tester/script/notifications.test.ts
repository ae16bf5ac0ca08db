import { describe, expect, it } from 'vitest';
import { fakeServer, textResult, type FakeHandler, type FakeServer } from './fake-server.js';
import { olderHttpServer } from './older-http-server.js';
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

it('what stands in a block alone is listened for from the first line on, and no longer than the script', async () => {
  const server = changing();
  const script = 'call_tool try x\nrepeat 1\nwait_notification tools/list_changed 0s\nend';
  const { errors } = await runText(script, server);
  expect(errors).toEqual([]);
  const [listen] = server.received.filter(({ method }) => method === 'subscriptions/listen');
  expect(server.received.at(-1)).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: listen?.id, reason: 'no longer listening' },
  });
});

it('a stream that is never opened holds the script up for the time limit of a request, and is told', async () => {
  const target = await olderHttpServer(() => {});
  const run = await runText('echo on\nwait_notification tools/list_changed', target, {
    era: '2025-11-25',
    connectOptions: { requestTimeoutMs: 500 },
  });
  expect(run.printed).toEqual(['on']);
  expect(run.errors).toEqual([expect.stringContaining('it did not answer GET within 500 ms')]);
});

it('an interrupt ends the wait for a stream', async () => {
  const controller = new AbortController();
  const target = await olderHttpServer(({ method }) => {
    if (method === undefined) controller.abort();
  });
  const run = await runText('wait_notification tools/list_changed', target, {
    era: '2025-11-25',
    signal: controller.signal,
  });
  expect(run).toMatchObject({ executed: 0, exitCode: 130 });
});

describe('wait_notification elicitation/complete', () => {
  const script = [
    'call_tool try x',
    'wait_notification notifications/elicitation/complete',
    'expect_error wait_notification elicitation/complete 50ms',
    'assert_contains "no notifications/elicitation/complete came within 50ms"',
  ].join('\n');

  it('2025: takes what came on the stream of a call, and opens none', async () => {
    const server = fakeServer({
      'tools/call': (_message, { result, send }) => {
        send({ method: 'notifications/elicitation/complete', params: { elicitationId: 'e' } });
        result(textResult('visited'));
      },
    });
    expect((await runText(script, server, { era: '2025-11-25' })).errors).toEqual([]);
  });

  it('2026: says that there is none', async () => {
    const { errors } = await runText('wait_notification elicitation/complete 20ms', changing());
    expect(errors).toEqual([
      'line 1: no notifications/elicitation/complete can come: 2026-07-28 has no such notification',
    ]);
  });
});

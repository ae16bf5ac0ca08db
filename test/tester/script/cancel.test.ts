import type { Frame } from '@mcpfusion/client';
import { fixtureServer, startHost } from '@mcpfusion/testing';
import { describe, expect, it } from 'vitest';
import { fakeServer, textResult, type FakeHandler } from './fake-server.js';
import { referenceServer, runText, toTransport, type ScriptTransport, type TextRun } from './run-script-text.js';

const transports: readonly ScriptTransport[] = ['memory', 'stdio', 'http'];

/** What this side did to cancel anything: `notifications/cancelled` with its reason, or a stream it closed. */
function cancelsOf({ connections }: TextRun): string[] {
  const frames: readonly Frame[] = connections.flatMap(({ client }) => client.frames);
  return frames
    .filter(({ direction }) => direction === 'out')
    .flatMap(({ http, message }) => {
      if (http?.end === 'closed') return ['closed stream'];
      if (message?.kind !== 'notification' || message.method !== 'notifications/cancelled') return [];
      return [`notification: ${String(message.params['reason'])}`];
    });
}

describe.each(['2025-11-25', '2026-07-28'] as const)('cancels in %s', (era) => {
  describe.each(transports)('over %s', (transport) => {
    const isClosing = transport === 'http' && era === '2026-07-28';
    const cancel = (reason: string): string => (isClosing ? 'closed stream' : `notification: ${reason}`);

    it.concurrent.each([
      ['timeout', 'expect_error timeout 300 call_tool progressTest seconds:30', 'context deadline exceeded'],
      ['cancel_after', 'cancel_after 300 call_tool progressTest seconds:30', 'cancelled by the script after 300 ms'],
      [
        'cancel_on',
        'cancel_on progress call_tool progressTest seconds:30',
        'cancelled by the script on its first progress',
      ],
    ])('%s sends exactly one, and the server falls silent', async (_name, line, reason) => {
      const server = await referenceServer(transport);
      try {
        // The one open stream of 2025 over HTTP ends when the server has heard.
        const run = await runText(
          `${line}\nassert_cancelled\nassert_cancelled within 1000\nassert_silent 200\nping`,
          server,
          {
            era,
          },
        );
        expect(run.errors).toEqual([]);
        expect(cancelsOf(run)).toEqual([cancel(reason)]);
      } finally {
        await server.close();
      }
    });

    it.concurrent('cancel_on log cancels at the first log message', async () => {
      const host = await startHost(transport, fixtureServer());
      try {
        const run = await runText(
          'logging warning\ncancel_on log call_tool hold.plain tag:x\nassert_cancelled\nassert_log warning "x holds"',
          { transport: () => toTransport(host.target) },
          { era },
        );
        expect(run.errors).toEqual([]);
        expect(cancelsOf(run)).toEqual([cancel('cancelled by the script on its first log')]);
      } finally {
        await host.close();
      }
    });
  });
});

/** Speaks of the call after it was cancelled. */
function badlyCancelled(say: (wire: Parameters<FakeHandler>[1]) => void): ReturnType<typeof fakeServer> {
  let wire: Parameters<FakeHandler>[1] | undefined;
  return fakeServer({
    'tools/call': (_message, given) => {
      wire = given;
      given.progress({ progress: 1, message: 'first' });
    },
    'notifications/cancelled': () => {
      if (wire) say(wire);
    },
  });
}

describe('a deadline', () => {
  it('says how long it was and what had come', async () => {
    const server = fakeServer({
      'tools/call': (_message, { progress }) => {
        for (const value of [1, 2]) progress({ progress: value });
      },
    });
    const { errors, steps } = await runText('timeout 1000 call_tool try abc\nassert_progress min 2', server);
    expect(errors).toEqual([
      'context deadline exceeded: call_tool try was cancelled after 1000 ms; 2 progress notifications had come',
    ]);
    expect(steps.map(({ isOk }) => isOk)).toEqual([false, true]);
  });

  it('cancels the list before the call in the same way, once', async () => {
    const server = fakeServer({ 'tools/list': () => {} });
    const run = await runText('timeout 50 call_tool try abc\nassert_cancelled\nassert_silent 20', server);
    expect(run.errors).toEqual([
      'context deadline exceeded: tools/list before call_tool try was cancelled after 50 ms; 0 progress notifications had come',
    ]);
    expect(cancelsOf(run)).toEqual(['notification: context deadline exceeded']);
    expect(server.received.map(({ method }) => method)).not.toContain('tools/call');
  });

  it('of cancel_after counts from the call, not from the list before it', async () => {
    const server = fakeServer({
      'tools/list': (_message, { result }) => void setTimeout(() => result({ tools: [{ name: 'try' }] }), 150),
      'tools/call': () => {},
    });
    const run = await runText('cancel_after 50 call_tool try\nassert_cancelled', server);
    expect(run.errors).toEqual([]);
    expect(server.received.map(({ method }) => method)).toContain('tools/call');
  });

  it('of every call is the default limit; an expected error, too', async () => {
    const server = fakeServer({ 'tools/call': () => {} });
    const run = await runText('call_tool try abc\nexpect_error call_tool try abc\nassert_cancelled', server, {
      connectOptions: { requestTimeoutMs: 500 },
    });
    expect(run.errors).toEqual([
      'call_tool try got no answer within 500 ms and was cancelled; 0 progress notifications had come',
    ]);
    expect(run.exitCode).toBe(1);
    expect(cancelsOf(run)).toEqual(Array.from({ length: 2 }, () => 'notification: no answer within 500 ms'));
  });

  it('of the script’s own takes the place of the default one', async () => {
    const server = fakeServer({ 'tools/call': () => {} });
    const options = { connectOptions: { requestTimeoutMs: 500 } };
    const run = await runText('timeout 1000 call_tool try\ncancel_after 1000 call_tool try', server, options);
    expect(run.errors).toEqual([
      expect.stringContaining('context deadline exceeded: call_tool try was cancelled after 1000 ms'),
    ]);
  });

  it('nests with any prefix, and the first to strike counts', async () => {
    const server = fakeServer({ 'tools/call': () => {} });
    const run = await runText(
      [
        'expect_error timeout 60000 timeout 500 call_tool try',
        'assert_contains "after 500 ms"',
        'timeout 60000 expect_error timeout 500 call_tool try',
        'cancel_after 30 timeout 60000 call_tool try',
        'cancel_after 30 expect_error call_tool try',
        'cancel_on log cancel_after 30 call_tool try',
      ].join('\n'),
      server,
    );
    expect(run.errors).toEqual([
      'line 6: assertion failed: the command finished before it could be cancelled (no log came): cancel_after 30 call_tool try',
    ]);
    expect(cancelsOf(run)).toHaveLength(5);
  });

  it('ends a sleep and a wait, with nothing on the wire', async () => {
    const run = await runText('timeout 20 sleep 60000\ntimeout 20 wait_notification tools/list_changed', fakeServer(), {
      era: '2025-11-25',
    });
    expect(run.errors).toEqual([
      'line 1: context deadline exceeded: stopped after 20 ms',
      'line 2: context deadline exceeded: stopped after 20 ms',
    ]);
    expect(cancelsOf(run)).toEqual([]);
  });
});

describe('assert_silent fails', () => {
  const script = (how = 'cancel_on progress') => `${how} call_tool try abc\nassert_silent 200`;

  it('when the server answers a cancelled call', async () => {
    const { errors } = await runText(
      script(),
      badlyCancelled(({ error }) => error(-32800, 'was cancelled')),
    );
    expect(errors).toEqual([
      expect.stringMatching(/expected silence, but \d+ ms after the cancel came: .*was cancelled/),
    ]);
  });

  it('when it goes on reporting', async () => {
    const { errors } = await runText(
      script(),
      badlyCancelled(({ progress }) => void setTimeout(() => progress({ progress: 2, message: 'on' }), 120)),
    );
    expect(errors).toEqual([expect.stringContaining('"message":"on"')]);
  });

  it('when a result comes that cannot have been under way', async () => {
    const { errors } = await runText(
      script(),
      badlyCancelled(({ result }) => void setTimeout(() => result(textResult('all the same')), 120)),
    );
    expect(errors).toEqual([expect.stringContaining('all the same')]);
  });

  it('but not for progress and a result that were under way', async () => {
    const server = badlyCancelled(({ progress, result }) => {
      progress({ progress: 2 });
      result(textResult('just finished'));
    });
    expect((await runText(script(), server)).errors).toEqual([]);
  });

  it('when it goes on logging, as far as no other call can be the reason', async () => {
    const server = badlyCancelled(({ log }) => void setTimeout(() => log('info', 'still here'), 120));
    const { errors } = await runText(script('cancel_after 100'), server);
    expect(errors).toEqual([expect.stringContaining('still here')]);
    // Here the list is asked for at once: the message may be about that.
    const beside = await runText(`cancel_after 100 call_tool try abc\nlist_tools\nassert_silent 200`, server);
    expect(beside.errors).toEqual([]);
  });

  it('but not for what was read together with the progress that caused the cancel', async () => {
    const server = fakeServer({
      'tools/call': (_message, { progress }) => {
        for (const value of [1, 2, 3]) progress({ progress: value });
      },
    });
    const { errors } = await runText(script(), server);
    expect(errors).toEqual([]);
  });
});

describe('assert_cancelled', () => {
  it('bounds how long after the cancel something may come', async () => {
    const late = badlyCancelled(({ result }) => setTimeout(() => result(textResult('late')), 120));
    const { errors } = await runText('cancel_on progress call_tool try\nsleep 300\nassert_cancelled within 40', late);
    expect(errors).toEqual([expect.stringMatching(/\d+ ms after the cancel, not within 40 ms, came: .*late/)]);
    const prompt = badlyCancelled(({ result }) => result(textResult('prompt')));
    const run = await runText('cancel_on progress call_tool try\nsleep 100\nassert_cancelled within 500', prompt);
    expect(run.errors).toEqual([]);
  });
});

import type { RunningCall } from '@mcpfusion/client';
import { methods, type Params } from '@mcpfusion/protocol';
import { expect } from 'vitest';
import type { RunningServer, StartOptions } from './running-server.js';
import { unreadPost } from './unread-post.js';

/** `nothing`, `answer`, or the code of an error. */
export type Got = string;

export interface Proof extends StartOptions {
  /** Lets it happen, and gives what the client has got in the end. */
  readonly run: (server: RunningServer) => Promise<Got>;
}

function call({ client, era }: RunningServer, name: string, args: Params = {}): RunningCall {
  const logLevel = era === '2026-07-28' ? ({ logLevel: 'debug' } as const) : {};
  return client.start(methods.toolsCall, { name, arguments: args }, logLevel);
}

/** Calls the tool, and gives the call when the handler under test has started. */
async function started(server: RunningServer, name: string): Promise<RunningCall> {
  const running = call(server, name);
  await server.said('observed: started');
  return running;
}

const isAnswer =
  ({ id }: RunningCall) =>
  ({ direction, message }: RunningCall['frames'][number]): boolean =>
    direction === 'in' && message?.kind === 'response' && message.id === id;

async function answerTo({ client }: RunningServer, running: RunningCall): Promise<Got> {
  const { message } = await client.waitForFrame(isAnswer(running), 15_000);
  if (message?.kind !== 'response') return 'no response';
  if (message.error) return (message.error.data as { code?: string } | undefined)?.code ?? String(message.error.code);
  const { content, _meta } = message.result as {
    content: { text: string }[];
    _meta?: Record<string, { code?: string }>;
  };
  return _meta?.['dev.mcpfusion/error']?.code ?? (content[0]?.text === 'the answer' ? 'answer' : 'something else');
}

/** When whatever might still come has come. */
async function silence(server: RunningServer, running: RunningCall): Promise<Got> {
  await server.client.callTool('echo', { text: 'over' });
  return running.frames.some(isAnswer(running)) ? 'an answer' : 'nothing';
}

async function queued({ client }: RunningServer, count: number): Promise<void> {
  await expect
    .poll(async () => JSON.parse((await client.callTool('counts')).content[0]?.text ?? '{}') as unknown)
    .toMatchObject({ queued: count });
}

/** One call runs, not the one under test; the other waits behind it. */
async function waiting(server: RunningServer): Promise<RunningCall> {
  call(server, 'takes.turns', { isObserved: false });
  await expect
    .poll(async () => (await server.client.callTool('counts')).content[0]?.text, { timeout: 15_000 })
    .toContain('"running":2');
  const running = call(server, 'takes.turns', { isObserved: true });
  await queued(server, 1);
  return running;
}

async function closing(server: RunningServer): Promise<void> {
  server.kill('SIGTERM');
  const refusal = (): Promise<string> =>
    server.client.callTool('echo', { text: 'x' }).then(
      () => 'taken',
      (error: Error) => error.message,
    );
  await expect.poll(refusal, { timeout: 15_000 }).toContain('shutting down');
}

async function startedTwice({ stderr }: RunningServer): Promise<void> {
  await expect.poll(() => stderr().split('observed: started').length - 1, { timeout: 15_000 }).toBe(2);
}

async function cancelledIn(name: string, server: RunningServer): Promise<Got> {
  const running = await started(server, name);
  await running.cancel('enough');
  await server.said('observed: ended');
  return silence(server, running);
}

/** By the first cell of its row in docs/errors.md. */
export const proofs: Readonly<Record<string, Proof>> = {
  'the client sends `notifications/cancelled`': { run: (server) => cancelledIn('holds', server) },
  'the client closes the response stream': { run: (server) => cancelledIn('holds', server) },
  'the connection is lost': {
    run: async (server) => {
      const running = await started(server, 'holds');
      running.disconnect();
      const got = await silence(server, running);
      server.kill('SIGUSR2');
      await server.said('observed: ended');
      return got === 'nothing' ? silence(server, running) : got;
    },
  },
  'the client ends its session': {
    run: async (server) => {
      const running = await started(server, 'holds');
      const headers = { 'Mcp-Session-Id': server.client.sessionId ?? '' };
      expect((await server.client.sendHttp({ method: 'DELETE', headers }).head).status).toBe(204);
      await server.said('observed: ended');
      await running.streamEnded;
      return silence(server, running);
    },
  },
  'the cancel comes after the answer': {
    run: async (server) => {
      const running = await started(server, 'holds');
      server.kill('SIGUSR2');
      const got = await answerTo(server, running);
      await server.client.notify(methods.cancelled, { requestId: running.id });
      await server.client.callTool('echo', { text: 'over' });
      return running.frames.filter(isAnswer(running)).length === 1 ? got : 'two answers';
    },
  },
  'stdin ends, and the handler ends within `eofDrainMs`': {
    run: async (server) => {
      const running = await started(server, 'holds');
      const ended = server.client.close();
      server.kill('SIGUSR2');
      await ended;
      return answerTo(server, running);
    },
  },
  'stdin ends, and the handler does not': {
    drainMs: 0,
    run: async (server) => {
      const running = await started(server, 'holds');
      await server.client.close();
      await server.said('observed: ended');
      return running.frames.some(isAnswer(running)) ? 'an answer' : 'nothing';
    },
  },
  'the client does not read its stream (`maxUnsentBytes`)': { run: unreadPost },
  'the client does not read its stream, in a session': { run: unreadPost },
  'the client does not read stdout for a while': {
    isUnread: true,
    run: async (server) => answerTo(server, await started(server, 'talks')),
  },
  'the time limit passes': { run: async (server) => answerTo(server, await started(server, 'expires')) },
  'the handler takes no notice of its time limit': {
    run: async (server) => {
      const got = await answerTo(server, await started(server, 'expires.deaf'));
      call(server, 'expires.deaf');
      await startedTwice(server);
      return got;
    },
  },
  'the handler takes no notice of a cancel': {
    run: async (server) => {
      const running = await started(server, 'is.deaf');
      await running.cancel('enough');
      const next = call(server, 'is.deaf');
      await startedTwice(server);
      server.kill('SIGUSR2');
      expect(await answerTo(server, next)).toBe('answer');
      return silence(server, running);
    },
  },
  'the handler throws because of the cancel': {
    run: async (server) => {
      const got = await cancelledIn('throws', server);
      await server.said('the handler broke');
      return got;
    },
  },
  'the server closes, and the handler ends within `drainMs`': {
    run: async (server) => {
      const running = await started(server, 'holds');
      await closing(server);
      server.kill('SIGUSR2');
      return answerTo(server, running);
    },
  },
  'the server closes, and the handler does not': {
    drainMs: 0,
    run: async (server) => {
      const running = await started(server, 'holds');
      server.kill('SIGTERM');
      return answerTo(server, running);
    },
  },
  'the server closes while the call waits in the queue': {
    drainMs: 0,
    run: async (server) => {
      const running = await waiting(server);
      server.kill('SIGTERM');
      return answerTo(server, running);
    },
  },
  'the call comes while the server closes': {
    run: async (server) => {
      call(server, 'takes.turns', { isObserved: false });
      await expect
        .poll(async () => (await server.client.callTool('counts')).content[0]?.text, { timeout: 15_000 })
        .toContain('"running":2');
      await closing(server);
      return answerTo(server, call(server, 'holds'));
    },
  },
  'the call is cancelled while it waits in the queue': {
    run: async (server) => {
      const running = await waiting(server);
      await running.cancel('enough');
      await queued(server, 0);
      server.kill('SIGUSR2');
      return silence(server, running);
    },
  },
  'too many calls wait already': {
    run: async (server) => {
      await waiting(server);
      return answerTo(server, call(server, 'takes.turns', { isObserved: true }));
    },
  },
  'middleware answers, and its handler goes on': {
    run: async (server) => {
      const got = await answerTo(server, await started(server, 'leaves'));
      server.kill('SIGUSR2');
      await server.said('observed: ended');
      return got;
    },
  },
  'the call that made this one with `ctx.call` is cancelled': { run: (server) => cancelledIn('calls', server) },
  'the call that made this one answers first': {
    run: async (server) => {
      const got = await answerTo(server, await started(server, 'calls.and.answers'));
      await server.said('observed: ended');
      return got;
    },
  },
  'a nested call has its own time limit': {
    run: async (server) => answerTo(server, await started(server, 'calls.limited')),
  },
};

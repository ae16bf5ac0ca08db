import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { createServer, type Server } from '../server/server.js';
import { initMCPFusion } from '../tool/fusion.js';
import { toFetchHandler } from './fetch-handler.js';

const version = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
};

const headersOf = (name: string): Record<string, string> => ({
  'content-type': 'application/json',
  'mcp-protocol-version': version,
  'mcp-method': 'tools/call',
  'mcp-name': name,
});

function bodyOf(name: string, args: object = {}, token?: string): string {
  const _meta = token === undefined ? meta : { ...meta, progressToken: token };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args, _meta } });
}

/** What the wire of a call looks like; without `signal` nobody goes away. */
function requestOf(
  name: string,
  { args = {}, token, signal }: { args?: object; token?: string; signal?: AbortSignal } = {},
) {
  const init = { method: 'POST', headers: headersOf(name), body: bodyOf(name, args, token) };
  return new Request('http://localhost/mcp', signal ? { ...init, signal } : init);
}

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 10_000;
  while (!isTrue()) {
    if (performance.now() > endsAtMs) throw new Error('It did not come true.');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('toFetchHandler', () => {
  const seen: string[] = [];
  const hold = initMCPFusion()
    .query('hold')
    .handle(async (_input, ctx) => {
      seen.push('started');
      await new Promise((_resolve, reject) => {
        ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error), { once: true });
      });
    });
  const create = (): Server => createServer({ name: 'test', version: '1', log: false, tools: [hold] });

  it('does not run the call of a client that has gone before', async () => {
    const server = create();
    const response = await toFetchHandler(server)(requestOf('hold', { signal: AbortSignal.abort() }));
    expect(response.status).toBe(499);
    await until(() => server.counts().running === 0 && server.counts().inFlight === 0);
    expect(seen).toEqual([]);
  });

  it('lets go of a body when the signal says that its client is gone', async () => {
    const handle = toFetchHandler(create(), { maxInFlight: 1 });
    const cancelled: unknown[] = [];
    for (const when of ['later', 'before'] as const) {
      const client = new AbortController();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"jsonrpc"')),
        // As slow a source as there may be.
        cancel: () => {
          cancelled.push(when);
          return new Promise<void>(() => {});
        },
      });
      const { signal } = client;
      const init = { method: 'POST', headers: headersOf('hold'), body, duplex: 'half' as const, signal };
      if (when === 'before') client.abort();
      const response = handle(new Request('http://localhost/mcp', init));
      client.abort();
      expect((await response).status).toBe(499);
      await until(() => cancelled.includes(when));
    }
    const next = await handle(requestOf('no.such.tool'));
    expect(next.status).not.toBe(503);
  });

  it('answers a body that is too long without waiting for its source', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => new Promise<void>(() => {}),
    });
    const init = { method: 'POST', headers: headersOf('hold'), body, duplex: 'half' as const };
    const response = await toFetchHandler(create(), { maxBodyBytes: 5_000 })(new Request('http://localhost/mcp', init));
    expect(response.status).toBe(413);
  });

  it('fails the body when the client goes away from an open stream (CAN-04)', async () => {
    const server = create();
    const client = new AbortController();
    const handle = toFetchHandler(server, { openAfterMs: 1 });
    const response = await handle(requestOf('hold', { token: 'p', signal: client.signal }));
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const text = response.text();
    client.abort(new Error('had enough'));
    await expect(text).rejects.toThrow('had enough');
    await until(() => server.counts().running === 0);
  });

  it('leaves nothing at the signal of a request whose body was cancelled or whose call has ended', async () => {
    const server = create();
    const handle = toFetchHandler(server, { openAfterMs: 1 });
    const client = new AbortController();
    let listeners = 0;
    const request = (name: string): Request => {
      const made = requestOf(name, { token: 'p' });
      const { signal } = client;
      const counted = {
        aborted: false,
        addEventListener: (...args: Parameters<AbortSignal['addEventListener']>) => {
          listeners++;
          signal.addEventListener(...args);
        },
        removeEventListener: (...args: Parameters<AbortSignal['removeEventListener']>) => {
          listeners--;
          signal.removeEventListener(...args);
        },
      };
      Object.defineProperty(made, 'signal', { value: counted });
      return made;
    };
    const streaming = await handle(request('hold'));
    expect(listeners).toBe(1);
    await streaming.body?.cancel();
    await until(() => server.counts().running === 0);
    await (await handle(request('no such tool'))).text();
    expect(listeners).toBe(0);
  });
});

/** What every runtime with web standards has, and nothing else. */
const webGlobals = [
  'AbortController',
  'AbortSignal',
  'ByteLengthQueuingStrategy',
  'Event',
  'EventTarget',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'atob',
  'btoa',
  'clearInterval',
  'clearTimeout',
  'console',
  'crypto',
  'performance',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
  'structuredClone',
] as const;

/** The user's module: it and the package see the same few globals. */
const userModule = `
import { createServer, initMCPFusion, progress, toFetchHandler } from './index.js';
const f = initMCPFusion();
const seen = [];
const tools = [
  f.query('echo').withString('text').handle(({ text }) => text),
  f.query('steps').withInteger('count').handle(function* ({ count }) {
    for (let step = 1; step <= count; step++) yield progress({ progress: step, total: count });
    return 'done';
  }),
  f.query('hold').handle((_input, ctx) => new Promise((_resolve, reject) => {
    seen.push('started');
    ctx.signal.addEventListener('abort', () => { seen.push(ctx.signal.reason.kind); reject(ctx.signal.reason); });
  })),
  f.query('tight').handle(async function* () {
    try { for (let step = 1; ; step++) yield progress(step); } finally { seen.push('finally'); }
  }),
];
const server = createServer({ name: 'web', version: '1', log: false, tools });
globalThis.app = { handle: toFetchHandler(server, { openAfterMs: 1 }), server, seen };
`;

interface App {
  readonly handle: (request: Request) => Promise<Response>;
  readonly server: Server;
  readonly seen: string[];
}

describe('the built package where there are web standards and nothing of Node', () => {
  let app: App;
  let channels = 0;

  beforeAll(async () => {
    const { outputFiles } = await build({
      stdin: { contents: userModule, resolveDir: fileURLToPath(new URL('../../dist/', import.meta.url)) },
      bundle: true,
      format: 'iife',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      write: false,
      logLevel: 'silent',
    });
    const code = outputFiles[0]?.text ?? '';
    const imported = [...code.matchAll(/\b(?:import|require)\s*\(?\s*["']([^"']+)/g)].map(([, name = '']) => name);
    expect(imported.filter((name) => name.startsWith('node:') || builtinModules.includes(name))).toEqual([]);
    class CountedChannel extends MessageChannel {
      constructor() {
        super();
        channels++;
      }
    }
    const context = createContext({
      ...Object.fromEntries(webGlobals.map((name) => [name, globalThis[name]])),
      MessageChannel: CountedChannel,
    });
    runInContext(code, context);
    expect(runInContext('[typeof process, typeof Buffer, typeof setImmediate, typeof require].join()', context)).toBe(
      'undefined,undefined,undefined,undefined',
    );
    app = (context as { app: App }).app;
  });

  it('answers a call (case 59)', async () => {
    const text = 'é€😀 a\u2028b';
    const response = await app.handle(requestOf('echo', { args: { text } }));
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text }] } });
  });

  it('streams progress, the result last (SHT-12)', async () => {
    const response = await app.handle(requestOf('steps', { args: { count: 5 }, token: 'p' }));
    const text = await response.text();
    expect([...text.matchAll(/"progress":(\d)/g)].map(([, value]) => value)).toEqual(['1', '2', '3', '4', '5']);
    expect(text.trimEnd().split('\n').at(-1)).toContain('"result"');
  });

  it('cancels a call whose client goes away (CAN-04)', async () => {
    const client = new AbortController();
    const answer = app.handle(requestOf('hold', { signal: client.signal }));
    await until(() => app.seen.includes('started'));
    client.abort();
    expect((await answer).status).toBe(499);
    await until(() => app.server.counts().running === 0);
    expect(app.seen).toContain('disconnect');
  });

  it('gives others their turn while a handler yields in a tight loop, and stops it on a cancel', async () => {
    const client = new AbortController();
    const response = await app.handle(requestOf('tight', { token: 'p', signal: client.signal }));
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    const before = channels;
    const echoed = await app.handle(requestOf('echo', { args: { text: 'in between' } }));
    expect(await echoed.text()).toContain('in between');
    await until(() => channels > before);
    expect(app.seen).not.toContain('finally');
    client.abort();
    await until(() => app.seen.includes('finally'));
    await until(() => app.server.counts().running === 0);
  });

  it('closes, with nothing left', async () => {
    const holding = app.handle(requestOf('hold'));
    await until(() => app.server.counts().running === 1);
    await app.server.close({ drainMs: 5 });
    expect(await (await holding).text()).toContain('SHUTTING_DOWN');
    expect(app.server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });
});

import { ask, createServer, initMCPFusion, requireInput, toFetchHandler, type Server } from '@mcpfusion/core';
import { onEveryWire } from '@mcpfusion/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { endOf, everyCapability, isQuestion, type RawFrame } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const ran: string[] = [];
afterEach(() => void (ran.length = 0));

const asks = {
  form: () => requireInput.elicit('Sure?', { ok: ask.boolean() }),
  url: () => requireInput.url('Connect', 'https://example.com/'),
  sampling: () =>
    requireInput.sampling({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 1 }),
  tools: () => requireInput.sampling({ messages: [{ role: 'user', content: [] }], maxTokens: 1, tools: [] }),
  roots: () => requireInput.roots(),
};
const handler = (name: keyof typeof asks) => () => {
  ran.push(name);
  return asks[name]();
};
const tools = (Object.keys(asks) as (keyof typeof asks)[]).flatMap((name) => [
  f.action(name).interactive().handle(handler(name)),
  f
    .action(`${name}.needed`)
    .interactive({ needs: [name === 'tools' ? 'sampling' : name] })
    .handle(handler(name)),
]);
const visit = (id: string) => ask.url('Connect', 'https://example.com/', { id });
const visits = f
  .action('visits')
  .interactive()
  .handle(async function* () {
    yield* ask.all({ first: visit('v1'), second: visit('v2') });
  });
const mixed = f
  .action('mixed')
  .interactive()
  .handle(async function* () {
    yield* ask.all({ first: visit('v1'), form: ask.form('Sure?', { ok: ask.boolean() }) });
  });
const inside = f
  .action('inside')
  .interactive()
  .handle(async (_input, ctx) => ctx.call(visits, {}));
const create = (): Server =>
  createServer({ name: 'test', version: '1', log: false, tools: [...tools, visits, mixed, inside] });

/** What is lacking, by what is asked and what the client declares. */
const lacks: readonly (readonly [keyof typeof asks, object, object])[] = [
  ['form', {}, { elicitation: { form: {} } }],
  ['form', { elicitation: { url: {} } }, { elicitation: { form: {} } }],
  ['form', { elicitation: true, sampling: {} }, { elicitation: { form: {} } }],
  ['url', {}, { elicitation: { url: {} } }],
  ['url', { elicitation: {} }, { elicitation: { url: {} } }],
  ['url', { elicitation: { form: {} } }, { elicitation: { url: {} } }],
  ['sampling', { elicitation: {} }, { sampling: {} }],
  ['tools', { sampling: {} }, { sampling: { tools: {} } }],
  ['roots', { sampling: {} }, { roots: {} }],
];

describe.each(lacks)('%s with %j', (name, capabilities, requiredCapabilities) => {
  const names = name === 'tools' ? [name] : [name, `${name}.needed`];

  it('MRT-14 MRT-15 ELI-09, cases 38, 44, 49: is -32021 with what is lacking, and HTTP 400', async () => {
    const call = rawRetries(create());
    for (const each of names) {
      const answer = await call(each, {}, { capabilities });
      expect([answer.error?.code, answer.status]).toEqual([-32021, 400]);
      expect(answer.error?.data).toEqual({ requiredCapabilities, code: 'ELICITATION_UNSUPPORTED' });
      expect(answer.error?.message).toContain('ELICITATION_UNSUPPORTED');
    }
    expect(ran).toEqual([name]);
  });

  it('ELI25-04, cases 38, 44, 49: is an error of the tool in a session, and no question goes out', async () => {
    const session = await openSession(create(), capabilities);
    for (const [at, each] of names.entries()) {
      const answer = await session.begin(at, each);
      expect(endOf(answer)).toBe('ELICITATION_UNSUPPORTED');
      expect(answer.result?.content?.[0]?.text).toContain('ELICITATION_UNSUPPORTED');
    }
    expect(session.frames.filter(isQuestion)).toEqual([]);
    expect(ran).toEqual([name]);
  });
});

onEveryWire('A7, cases 38, 44: a client that cannot ask is told so at once, and nothing is done', async (wire) => {
  const end = await wire.callTool('refund', { id: 'a' }).then(
    (result) => JSON.stringify(result),
    (error: Error) => error.message,
  );
  expect(end).toContain('ELICITATION_UNSUPPORTED');
  expect((await wire.probe()).events.map(({ what }) => what)).toEqual(['entered']);
});

/** Calls a tool over HTTP in a session, or without one, and gives the one answer. */
async function callOverHttp(
  name: string,
  { endpoint = {}, accept = 'application/json, text/event-stream' }: { endpoint?: object; accept?: string },
): Promise<RawFrame> {
  const handle = toFetchHandler(create(), endpoint);
  const post = (method: string, params: object, more: Record<string, string> = {}): Promise<Response> =>
    handle(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
    );
  const opened = await post('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: everyCapability,
    clientInfo: { name: 'raw', version: '1' },
  });
  const id = opened.headers.get('mcp-session-id');
  const answer = await post(
    'tools/call',
    { name },
    {
      'mcp-protocol-version': '2025-11-25',
      ...(id === null ? {} : { 'mcp-session-id': id }),
    },
  );
  return (await answer.json()) as RawFrame;
}

describe('without a channel', () => {
  it.each([
    ['plain JSON answers', { endpoint: { responseMode: 'json' } }],
    ['a client that reads no streams', { accept: 'application/json' }],
    ['no sessions', { endpoint: { sessions: 'off' } }],
  ])('A7: a session with %s is told at once; with needs the handler does not run', async (_what, options) => {
    for (const name of ['form.needed', 'form'])
      expect(endOf(await callOverHttp(name, options))).toBe('ELICITATION_UNSUPPORTED');
    expect(ran).toEqual(['form']);
  });

  it('ELI25-14 ELI25-15: the pages that a session’s user must visit first are told by -32042, pages alone', async () => {
    const options = { endpoint: { responseMode: 'json' } };
    const page = { mode: 'url', message: 'Connect', url: 'https://example.com/' };
    const { error } = await callOverHttp('url', options);
    expect(error).toMatchObject({ code: -32042, data: { elicitations: [page] } });
    expect(Object.keys(error?.data ?? {})).toEqual(['elicitations']);
    const several = await callOverHttp('visits', options);
    expect(several.error).toMatchObject({
      code: -32042,
      data: {
        elicitations: [
          { ...page, elicitationId: 'v1' },
          { ...page, elicitationId: 'v2' },
        ],
      },
    });
    expect((await callOverHttp('inside', options)).error?.code).toBe(-32042);
    // One of them is a form.
    expect(endOf(await callOverHttp('mixed', options))).toBe('ELICITATION_UNSUPPORTED');
    // Needs are a gate.
    expect(endOf(await callOverHttp('url.needed', options))).toBe('ELICITATION_UNSUPPORTED');
    // No session, so that it is not known what the client can do.
    expect(endOf(await callOverHttp('url', { endpoint: { sessions: 'off' } }))).toBe('ELICITATION_UNSUPPORTED');
  });

  it('MRT-01: 2026-07-28 needs none', async () => {
    const call = rawRetries(create(), { responseMode: 'json' });
    expect(endOf(await call('form.needed'))).toBe('asks input');
  });
});

describe('older sessions', () => {
  it.each([
    ['2025-06-18', 'url', 1],
    ['2025-06-18', 'url.needed', 0],
    ['2025-03-26', 'form', 1],
    ['2025-03-26', 'form.needed', 0],
    ['2025-03-26', 'url.needed', 0],
  ])('of %s are not asked for what they do not know: %s', async (version, name, runs) => {
    const session = await openSession(create(), everyCapability, version);
    expect(endOf(await session.begin(1, name))).toBe('ELICITATION_UNSUPPORTED');
    expect(session.frames.filter(isQuestion)).toEqual([]);
    expect(ran).toHaveLength(runs);
  });

  it('of 2025-06-18 get titles as enumNames, and no default but booleans', async () => {
    const fields = {
      size: ask.enum({ s: 'Small', l: 'Large' }).default('l'),
      plain: ask.enum(['x', 'y']),
      count: ask.integer().default(3),
      sure: ask.boolean().default(false),
    };
    const order = f
      .action('order')
      .interactive()
      .handle((_input, ctx) => {
        const answer = ctx.readInput(fields);
        return answer ? JSON.stringify(answer) : requireInput.elicit('Which?', fields);
      });
    const server = createServer({ name: 'test', version: '1', log: false, tools: [order] });
    const session = await openSession(server, { elicitation: {} }, '2025-06-18');
    const answer = session.begin(1, 'order');
    const { id, params } = await session.question();
    expect(params).toEqual({
      message: 'Which?',
      requestedSchema: {
        type: 'object',
        properties: {
          size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
          plain: { type: 'string', enum: ['x', 'y'] },
          count: { type: 'integer' },
          sure: { type: 'boolean', default: false },
        },
        required: ['plain'],
      },
    });
    session.answer(id, { action: 'accept', content: { plain: 'x' } });
    expect(endOf(await answer)).toBe('complete: {"size":"l","plain":"x","count":3,"sure":false}');
  });

  it('of 2025-06-18 cannot be asked for several of several', async () => {
    const several = f
      .action('several')
      .interactive()
      .handle(() => requireInput.elicit('Which?', { all: ask.multiEnum(['x', 'y']) }));
    const server = createServer({ name: 'test', version: '1', log: false, tools: [several] });
    const session = await openSession(server, { elicitation: {} }, '2025-06-18');
    expect(endOf(await session.begin(1, 'several'))).toBe('ELICITATION_UNSUPPORTED');
  });
});

import { connect, http, textOf, type HttpRequest } from '@mcpfusion/client';
import { serveHttp } from '@mcpfusion/core/node';
import { metaKeys, type LogMessageParams, type Params } from '@mcpfusion/protocol';
import { createFixtureServer, onEveryWire, rawOf, type Wire, type WireProgress } from '@mcpfusion/testing';
import { expect, it } from 'vitest';

const overHttp = { clients: ['ours'], transports: ['http'] } as const;

/** What readers of lines, of events and of UTF-8 have stumbled over. */
const texts = [
  'a\u2028b\u2029c',
  'a\u0085b\u000bc\u000cd',
  'one\ntwo\r\nthree\rfour\n\n',
  'data: {}\n\nevent: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n',
  ': comment\nid: 7\nretry: 1\n',
  '\ufeffäß€😀 \u{10ffff}',
  'é€😀'.repeat(50_000),
  '\u0000\u0001\u001b[31m\u007f',
];

onEveryWire('case 58, case 59: text arrives as it was said, in progress, logs and answers', async (wire) => {
  for (const said of texts) {
    const progress: WireProgress[] = [];
    const logs: LogMessageParams[] = [];
    const result = await wire.callTool(
      'says',
      { text: said },
      { logLevel: 'debug', onProgress: (one) => progress.push(one), onLog: (one) => logs.push(one) },
    );
    expect(textOf(result)).toBe(said);
    // The official clients lose progress that comes in one chunk with the answer.
    if (wire.client === 'ours') expect(progress.map(({ message }) => message)).toEqual([said]);
    expect(logs.map(({ data }) => data)).toEqual([{ message: said, said }]);
  }
  expect(wire.raw?.findings ?? []).toEqual([]);
});

const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

/** A whole request of the wire's era, as a client would send it by itself. */
function post(wire: Wire, method: string, params: Params, headers: Record<string, string> = {}): HttpRequest {
  const client = rawOf(wire);
  const isStateless = wire.era === '2026-07-28';
  const _meta = { [metaKeys.protocolVersion]: wire.era, [metaKeys.clientCapabilities]: {} };
  const name = params['name'] as string | undefined;
  return {
    headers: {
      ...json,
      'MCP-Protocol-Version': wire.era,
      ...(client.sessionId === undefined ? {} : { 'Mcp-Session-Id': client.sessionId }),
      ...(isStateless ? { 'Mcp-Method': method } : {}),
      ...(isStateless && name !== undefined ? { 'Mcp-Name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: isStateless ? { ...params, _meta } : params }),
  };
}

async function answerTo(wire: Wire, request: HttpRequest): Promise<{ status: number; text: string }> {
  const exchange = rawOf(wire).sendHttp(request);
  const { status } = await exchange.head;
  return { status, text: await exchange.text() };
}

onEveryWire(
  'case 73: types are read leniently: any case and order, parameters, q-values, wildcards',
  async (wire) => {
    const call = { name: 'echo', arguments: { text: 'read' } };
    for (const headers of [
      { Accept: 'application/json;q=0.9, text/event-stream' },
      { Accept: 'text/event-stream, application/json' },
      { Accept: 'Text/Event-Stream;q=0.5,APPLICATION/JSON' },
      { Accept: '*/*' },
      { Accept: 'application/*, text/*' },
      { 'Content-Type': 'application/json; charset=utf-8' },
      { 'Content-Type': 'APPLICATION/JSON;charset="UTF-8"' },
    ]) {
      const { status, text } = await answerTo(wire, post(wire, 'tools/call', call, headers));
      expect([headers, status, text]).toEqual([headers, 200, expect.stringContaining('"read"')]);
    }
  },
  overHttp,
);

onEveryWire(
  'case 65: a foreign Origin or Host is refused by default, whatever is asked for',
  async (wire) => {
    const client = rawOf(wire);
    const { headers: own = {}, body = '' } = post(wire, 'tools/call', { name: 'echo', arguments: { text: 'let in' } });
    const ask = async (method: string, headers: Record<string, string>): Promise<number> => {
      const content = method === 'POST' ? { body } : {};
      return (await client.sendHttp({ method, headers: { ...own, ...headers }, ...content }).head).status;
    };
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
    ])
      for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS', 'PUT'])
        expect([origin, method, await ask(method, { Origin: origin })]).toEqual([origin, method, 403]);
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80'])
      expect([host, await ask('POST', { Host: host })]).toEqual([host, 403]);
    for (const origin of ['http://127.0.0.1:5173', 'http://[::1]:5173', 'http://localhost'])
      expect([origin, await ask('POST', { Origin: origin })]).toEqual([origin, 200]);
    expect(await ask('POST', {})).toBe(200);
    // None of the refused DELETEs has ended the session.
    expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
  },
  overHttp,
);

onEveryWire(
  'case 64: Mcp-Name is compared as it is decoded, and a name that looks encoded is none',
  async (wire) => {
    const call = (name: string, header: string) =>
      answerTo(wire, post(wire, 'tools/call', { name, arguments: { text: 'found' } }, { 'Mcp-Name': header }));
    const encoded = (name: string): string => `=?base64?${Buffer.from(name).toString('base64')}?=`;
    // The tool is looked up after the headers: that none has this name shows that they were taken.
    for (const name of ['tööl', '=?base64?dMO2w7Zs?=', ' padded '])
      expect(await call(name, encoded(name))).toMatchObject({
        status: 200,
        text: expect.stringContaining('unknown tool'),
      });
    for (const header of ['echo', encoded('echo')])
      expect(await call('echo', header)).toMatchObject({ status: 200, text: expect.stringContaining('found') });
    for (const [name, header] of [
      ['tööl', '=?base64?dMO2w7Z?='],
      ['tööl', '=?base64?dMO2w7Zs'],
      ['tööl', encoded('tool')],
      ['tööl', 't\u00f6\u00f6l'],
      ['=?base64?dMO2w7Zs?=', '=?base64?dMO2w7Zs?='],
      ['echo', 'Echo'],
      ['echo', encoded('Echo')],
      ['echo', ''],
    ] as const) {
      const { status, text } = await call(name, header);
      expect([name, header, status, text]).toEqual([name, header, 400, expect.stringContaining('-32020')]);
    }
  },
  { ...overHttp, eras: ['2026-07-28'] },
);

onEveryWire(
  'case 55: calls with one id at the same time get their own answers, or are refused',
  async (wire) => {
    const hold = (tag: string) => answerTo(wire, post(wire, 'tools/call', { name: 'hold', arguments: { tag } }));
    const tags = Array.from({ length: 10 }, (_, index) => `twin ${index}`);
    const answers = tags.map(hold);
    const isStateless = wire.era === '2026-07-28';
    const started = isStateless ? tags.length : 1;
    await wire.probeUntil(({ events, counts }) => events.length === started && counts.inFlight === started + 1);
    for (const tag of tags.toReversed()) await wire.release(tag);
    const told = (await Promise.all(answers)).map(({ text }) => text);
    const own = told.filter((text, index) => text.includes(`${tags[index]} done`));
    const refused = told.filter((text) => text.includes('-32600') && !text.includes('done'));
    expect([own.length, refused.length]).toEqual([started, tags.length - started]);
  },
  overHttp,
);

it('case 61: nothing is kept of thousands of requests, of discovery, nor of sessions that were left', async () => {
  const { server } = createFixtureServer();
  const listener = await serveHttp(server, { port: 0, sessionIdleMs: 100 });
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const stateless = await connect(http({ url: listener.url }), { era: '2026-07-28', maxFrames: 10 });
  const timersBefore = timers();
  for (let batch = 0; batch < 20; batch++) {
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        await stateless.request('server/discover');
        await stateless.callTool('count', { to: 2 });
        await expect(stateless.request('no/such')).rejects.toThrow('no/such');
      }),
    );
    await stateless.sendHttp({ headers: json, body: '{' }).ended;
  }
  expect(listener.sessionCount).toBe(0);
  // The client never says that it goes: its socket is destroyed with a call on it.
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'leaver', version: '1' },
  };
  for (let left = 0; left < 200; left++) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize });
    const exchange = stateless.sendHttp({ headers: json, body });
    await exchange.head;
    exchange.destroy();
  }
  expect(listener.sessionCount).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      // Sessions are swept when one is asked for.
      await stateless.sendHttp({
        headers: { ...json, 'Mcp-Session-Id': 'none' },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      }).ended;
      return listener.sessionCount;
    })
    .toBe(0);
  expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  await stateless.close();
  await server.close();
  expect(timers()).toBeLessThanOrEqual(timersBefore);
});

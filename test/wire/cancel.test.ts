import { textOf, type Client, type Frame } from '@mcpfusion/client';
import { metaKeys, type Params, type RequestId } from '@mcpfusion/protocol';
import {
  eventsOf,
  fixtureServer,
  has,
  onEveryWire,
  outcomeOf,
  rawOf,
  type Wire,
  type WireLabels,
} from '@mcpfusion/testing';
import { expect } from 'vitest';

const ours = { clients: ['ours'] } as const;

/** In 2026 over HTTP a call is cancelled by closing its stream: its id means nothing, and no reason can be given. */
const idsMeanNothing: { where: Partial<WireLabels>; reason: string }[] = [
  { where: { era: '2026-07-28', transport: 'http' }, reason: 'cancelled by closing the stream, not by id' },
];

function isByDisconnect({ era, transport }: Wire): boolean {
  return era === '2026-07-28' && transport === 'http';
}

/** The answers to one id that came in. */
function answersTo(client: Client, id: RequestId): Frame[] {
  return client.frames.filter(
    ({ direction, message }) => direction === 'in' && message?.kind === 'response' && message.id === id,
  );
}

function hold(client: Client, id: RequestId, tag: string, more: Params = {}) {
  return client.start('tools/call', { name: 'hold', arguments: { tag, ...more } }, { id });
}

onEveryWire(
  'CAN-13 CAN-14 CAN-18 CAN25-04: a cancelled call stops with kind and reason, runs its finally and frees its slot',
  async (wire) => {
    const controller = new AbortController();
    const first = outcomeOf(wire.callTool('limited', { tag: 'first' }, { signal: controller.signal }));
    await wire.probeUntil(has('first', 'started'));
    const second = wire.callTool('limited', { tag: 'second' });
    await wire.probeUntil(({ counts }) => counts.queued === 1);
    controller.abort('enough');
    expect(await first).toBe('given up');
    const state = await wire.probeUntil(has('second', 'started'));
    expect(eventsOf(state, 'first')).toEqual([
      { tag: 'first', what: 'started' },
      isByDisconnect(wire)
        ? { tag: 'first', what: 'aborted', kind: 'disconnect' }
        : { tag: 'first', what: 'aborted', kind: 'client', reason: expect.stringContaining('enough') as string },
      { tag: 'first', what: 'finally' },
    ]);
    await wire.release('second');
    expect(textOf(await second)).toBe('second done');
    // What is left is the call that asks.
    const { counts } = await wire.probe();
    expect(counts).toEqual({ inFlight: 1, queued: 0, running: 1, abandonedTotal: 0 });
  },
);

onEveryWire(
  'STD-10 SHT-21 CAN-15 CAN25-04: after a cancel there is silence, and other calls are answered',
  async (wire) => {
    const client = rawOf(wire);
    const call = hold(client, 'x', 'a', { isDeaf: true });
    await wire.probeUntil(has('a', 'started'));
    await call.cancel('enough');
    const framesAtCancel = call.frames.length;
    expect(textOf(await wire.callTool('echo', { text: 'still here' }))).toBe('still here');
    // The handler does not listen: it goes on, reports and returns, and nobody hears of it.
    await wire.probeUntil(has('a', 'aborted'));
    await wire.release('a');
    await wire.probeUntil(({ counts }) => counts.running === 1);
    await call.streamEnded;
    expect(call.frames.slice(framesAtCancel).filter(({ message }) => message !== undefined)).toEqual([]);
    expect(answersTo(client, 'x')).toEqual([]);
    expect(client.findings).toEqual([]);
  },
  ours,
);

onEveryWire('A4: a call that waits in the queue leaves it at once and never runs', async (wire) => {
  const first = wire.callTool('limited', { tag: 'first' });
  await wire.probeUntil(has('first', 'started'));
  const controller = new AbortController();
  const waiting = outcomeOf(wire.callTool('limited', { tag: 'waiting' }, { signal: controller.signal }));
  await wire.probeUntil(({ counts }) => counts.queued === 1);
  controller.abort('enough');
  expect(await waiting).toBe('given up');
  await wire.probeUntil(({ counts }) => counts.queued === 0);
  await wire.release('first');
  expect(textOf(await first)).toBe('first done');
  expect(eventsOf(await wire.probe(), 'waiting')).toEqual([]);
});

onEveryWire(
  'A4, C3: a handler deaf to its signal is answered for at once, and holds its slot until it ends',
  async (wire) => {
    const controller = new AbortController();
    const deaf = outcomeOf(wire.callTool('limited', { tag: 'deaf', isDeaf: true }, { signal: controller.signal }));
    await wire.probeUntil(has('deaf', 'started'));
    const next = wire.callTool('limited', { tag: 'next' });
    await wire.probeUntil(({ counts }) => counts.queued === 1);
    controller.abort('enough');
    expect(await deaf).toBe('given up');
    await wire.probeUntil(has('deaf', 'aborted'));
    expect((await wire.probe()).counts.queued).toBe(1);
    await wire.release('deaf');
    const state = await wire.probeUntil(has('next', 'started'));
    expect(state.events.slice(-2).map(({ tag, what }) => `${tag} ${what}`)).toEqual(['deaf finally', 'next started']);
    await wire.release('next');
    expect(textOf(await next)).toBe('next done');
  },
);

onEveryWire(
  'C3: a handler that never ends is left alone after the grace period, and its slot is freed',
  async (wire) => {
    const controller = new AbortController();
    const deaf = outcomeOf(wire.callTool('limited', { tag: 'deaf', isDeaf: true }, { signal: controller.signal }));
    await wire.probeUntil(has('deaf', 'started'));
    const next = wire.callTool('limited', { tag: 'next' });
    await wire.probeUntil(({ counts }) => counts.queued === 1);
    controller.abort('enough');
    expect(await deaf).toBe('given up');
    const state = await wire.probeUntil(has('next', 'started'));
    expect(state.counts.abandonedTotal).toBe(1);
    expect(eventsOf(state, 'deaf').at(-1)?.what).toBe('aborted');
    await wire.release('next');
    await next;
  },
  { server: fixtureServer({ server: { graceMs: 100 } }) },
);

onEveryWire('C3: the signal never fires after the answer', async (wire) => {
  const controller = new AbortController();
  await wire.release('a');
  await wire.callTool('hold', { tag: 'a' }, { signal: controller.signal });
  controller.abort('too late');
  await wire.callTool('echo', { text: 'x' });
  expect(eventsOf(await wire.probe(), 'a').map(({ what }) => what)).toEqual(['started', 'finally']);
});

onEveryWire(
  'a time limit is answered once, with its code, and then there is silence',
  async (wire) => {
    const client = rawOf(wire);
    const call = client.start('tools/call', { name: 'expires', arguments: { tag: 'a', isDeaf: true } });
    const result = await call.result;
    expect(result).toMatchObject({ isError: true, _meta: { 'dev.mcpfusion/error': { code: 'TIMEOUT' } } });
    const messages = (): readonly Frame[] => call.frames.filter(({ message }) => message !== undefined);
    const framesAtAnswer = messages().length;
    const state = await wire.probeUntil(has('a', 'aborted'));
    expect(eventsOf(state, 'a').at(-1)).toEqual({ tag: 'a', what: 'aborted', kind: 'timeout' });
    await wire.release('a');
    await wire.probeUntil(has('a', 'finally'));
    await wire.callTool('echo', { text: 'x' });
    expect(messages()).toHaveLength(framesAtAnswer);
    expect(client.findings).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 1: a call with the id 0 is cancelled as any other',
  async (wire) => {
    const client = rawOf(wire);
    const call = hold(client, 0, 'zero');
    await wire.probeUntil(has('zero', 'started'));
    await call.cancel('enough');
    const state = await wire.probeUntil(has('zero', 'finally'));
    expect(eventsOf(state, 'zero').map(({ what }) => what)).toEqual(['started', 'aborted', 'finally']);
    expect(answersTo(client, 0)).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 2: of the calls 7 and "7" a cancel of "7" stops the one of the string',
  async (wire) => {
    const client = rawOf(wire);
    const asNumber = hold(client, 7, 'number');
    const asString = hold(client, '7', 'string');
    await wire.probeUntil(({ events }) => events.length === 2);
    await asString.cancel('enough');
    const state = await wire.probeUntil(has('string', 'finally'));
    expect(eventsOf(state, 'number').map(({ what }) => what)).toEqual(['started']);
    await wire.release('number');
    expect(await asNumber.result).toMatchObject({ content: [{ text: 'number done' }] });
    expect(answersTo(client, '7')).toEqual([]);
  },
  ours,
);

onEveryWire(
  'CAN-20 CAN-21 CAN-22 CAN25-08, cases 2 and 13: cancels that name nothing are ignored',
  async (wire) => {
    const client = rawOf(wire);
    const call = hold(client, 7, 'a');
    await client.request('tools/call', { name: 'echo', arguments: { text: 'x' } }, { id: 'finished' });
    await wire.probeUntil(has('a', 'started'));
    const requestIds = ['finished', 'finished', 'nobody', '7', ' 7', 7.5, 7.000001, null, {}, [7], true, undefined];
    for (const requestId of requestIds) await client.notify('notifications/cancelled', { requestId });
    await client.notify('notifications/cancelled');
    await client.notify('notifications/cancelled', { requestId: 'nobody', reason: 7 });
    expect(textOf(await wire.callTool('echo', { text: 'alive' }))).toBe('alive');
    expect(eventsOf(await wire.probe(), 'a').map(({ what }) => what)).toEqual(['started']);
    await wire.release('a');
    expect(await call.result).toMatchObject({ content: [{ text: 'a done' }] });
    expect(client.findings).toEqual([]);
  },
  ours,
);

onEveryWire(
  'CAN-05: a cancel that is POSTed in 2026 is accepted and changes nothing',
  async (wire) => {
    const client = rawOf(wire);
    const call = hold(client, 7, 'a');
    await wire.probeUntil(has('a', 'started'));
    await client.notify('notifications/cancelled', { requestId: 7 });
    expect(client.frames.at(-1)?.http?.status).toBe(202);
    expect(eventsOf(await wire.probe(), 'a').map(({ what }) => what)).toEqual(['started']);
    await wire.release('a');
    expect(await call.result).toMatchObject({ content: [{ text: 'a done' }] });
  },
  { ...ours, eras: ['2026-07-28'], transports: ['http'] },
);

/** The text of a request as the client would write it, sent without the client's book-keeping. */
function requestText({ era }: Wire, id: RequestId, name: string, args: object): string {
  const stateless = {
    [metaKeys.protocolVersion]: era,
    [metaKeys.clientInfo]: { name: 'raw', version: '1' },
    [metaKeys.clientCapabilities]: {},
  };
  const _meta = era === '2026-07-28' ? { _meta: stateless } : {};
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, ..._meta } });
}

async function sendText({ era, transport }: Wire, client: Client, text: string): Promise<void> {
  if (transport !== 'http') await client.sendRaw(transport === 'stdio' ? `${text}\n` : text);
  else {
    client.sendHttp({
      body: text,
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': era,
        ...(client.sessionId === undefined ? {} : { 'Mcp-Session-Id': client.sessionId }),
      },
    });
  }
}

onEveryWire(
  'case 55: a second request with a running id is refused with -32600, and the first goes on',
  async (wire) => {
    const client = rawOf(wire);
    await sendText(wire, client, requestText(wire, 'twin', 'hold', { tag: 'first' }));
    await wire.probeUntil(has('first', 'started'));
    await sendText(wire, client, requestText(wire, 'twin', 'hold', { tag: 'second' }));
    await client.waitForFrame(({ raw }) => raw.includes('-32600'));
    const [refusal] = answersTo(client, 'twin');
    expect(refusal?.message).toMatchObject({ kind: 'response', id: 'twin', error: { code: -32600 } });
    await wire.release('first');
    await client.waitForFrame(({ raw }) => raw.includes('first done'));
    expect(answersTo(client, 'twin')).toHaveLength(2);
    expect(eventsOf(await wire.probe(), 'second')).toEqual([]);
    // Answered, the id is free again.
    await sendText(wire, client, requestText(wire, 'twin', 'echo', { text: 'third' }));
    await client.waitForFrame(({ raw }) => raw.includes('third') && raw.includes('result'));
  },
  { ...ours, skip: idsMeanNothing },
);

onEveryWire(
  'case 16: an id used again after a cancel is answered by its new call alone',
  async (wire) => {
    const client = rawOf(wire);
    const old = hold(client, 5_000, 'old', { isDeaf: true });
    await wire.probeUntil(has('old', 'started'));
    await old.cancel('enough');
    await wire.probeUntil(has('old', 'aborted'));
    const fresh = hold(client, 5_000, 'fresh');
    await wire.probeUntil(has('fresh', 'started'));
    await wire.release('old');
    await wire.probeUntil(has('old', 'finally'));
    await wire.release('fresh');
    expect(await fresh.result).toMatchObject({ content: [{ text: 'fresh done' }] });
    expect(answersTo(client, 5_000)).toHaveLength(1);
    expect(client.findings).toEqual([]);
  },
  ours,
);

onEveryWire(
  'case 5, CAN-17 CAN25-06: a cancel that races with the answer leaves one answer at most, and a server that works',
  async (wire) => {
    const client = rawOf(wire);
    for (let round = 0; round < 200; round++) {
      const id = `round-${round}`;
      const request = requestText(wire, id, 'echo', { text: id });
      const cancel = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      await sendText(wire, client, request);
      // From the same write up to some turns of the event loop later: before, during and after the answer.
      for (let turn = 0; turn < round % 8; turn++) await new Promise((resolve) => setImmediate(resolve));
      await sendText(wire, client, cancel);
    }
    expect(textOf(await wire.callTool('echo', { text: 'works' }))).toBe('works');
    await wire.probeUntil(({ counts }) => counts.inFlight === 1 && counts.running === 1);
    for (let round = 0; round < 200; round++) expect(answersTo(client, `round-${round}`).length).toBeLessThanOrEqual(1);
  },
  { ...ours, skip: idsMeanNothing },
);

onEveryWire(
  'case 5, CAN-17: a stream closed at any moment leaves a server that works',
  async (wire) => {
    const client = rawOf(wire);
    for (let round = 0; round < 200; round++) {
      const call = client.start('tools/call', { name: 'count', arguments: { to: 3 } });
      for (let turn = 0; turn < round % 16; turn++) await new Promise((resolve) => setImmediate(resolve));
      await call.cancel();
    }
    await wire.probeUntil(({ counts }) => counts.inFlight === 1 && counts.running === 1);
    expect(textOf(await wire.callTool('echo', { text: 'works' }))).toBe('works');
  },
  { ...ours, eras: ['2026-07-28'], transports: ['http'] },
);

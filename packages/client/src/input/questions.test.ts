import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  connect,
  memory,
  UrlElicitationRequired,
  type Client,
  type ConnectOptions,
  type RequestHandler,
} from '../index.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params: Record<string, unknown>;
  readonly [key: string]: unknown;
}

const clients: Client[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** A client on a server that answers `tools/call` as told, once it has shaken hands. */
async function open(
  options: Partial<ConnectOptions>,
  onCall: (message: Message, say: (message: object) => void) => void = () => {},
): Promise<{ client: Client; received: Message[]; say: (message: object) => void }> {
  const received: Message[] = [];
  let say = (_message: object): void => {};
  const transport = memory((onFrame) => {
    say = (message) => onFrame(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const shaken = {
      initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'f', version: '1' } },
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} },
    };
    return {
      receive: (json) => {
        const message = JSON.parse(json) as Message;
        const { id, method = '' } = message;
        if (Object.hasOwn(shaken, method)) say({ id, result: shaken[method as keyof typeof shaken] });
        received.push(message);
        if (method === 'tools/call') onCall(message, say);
      },
      close: () => {},
    };
  });
  const client = await connect(transport, { era: '2025-11-25', ...options });
  clients.push(client);
  return { client, received, say: (message) => say(message) };
}

const accept: RequestHandler = () => ({ action: 'accept', content: { sure: true } });
const ask = (id: string, params: object): object => ({ id, method: 'elicitation/create', params });
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A person who answers when told to. */
function person(): { handler: RequestHandler; answer: () => void; signal: () => AbortSignal | undefined } {
  let answer = (): void => {};
  let seen: AbortSignal | undefined;
  const handler: RequestHandler = (_params, { signal }) => {
    seen = signal;
    return new Promise((resolve) => (answer = () => resolve({ action: 'decline' })));
  };
  return { handler, answer: () => answer(), signal: () => seen };
}

describe('2025-11-25', () => {
  it('ELI25-16: an undeclared mode is -32602, and so is one that nobody knows', async () => {
    const { say, received } = await open({ onRequest: { 'elicitation/create': accept } });
    say(ask('url', { message: 'm', mode: 'url', url: 'https://a.test/', elicitationId: 'e' }));
    say(ask('voice', { message: 'm', mode: 'voice' }));
    say(ask('form', { message: 'm', requestedSchema: { type: 'object', properties: {} } }));
    await turn();
    const codes = received
      .filter(({ method }) => method === undefined)
      .map(({ id, error, result }) => [id, error, result]);
    expect(codes).toEqual([
      ['url', expect.objectContaining({ code: -32602 }), undefined],
      ['voice', expect.objectContaining({ code: -32602 }), undefined],
      ['form', undefined, { action: 'accept', content: { sure: true } }],
    ]);
  });

  it('ELI25-03: declares by default what it has handlers for (case 38)', async () => {
    const { received } = await open({ onRequest: { 'elicitation/create': accept } });
    expect(received[0]?.params['capabilities']).toEqual({ elicitation: { form: {} } });
    const { received: none } = await open({});
    expect(none[0]?.params['capabilities']).toEqual({});
  });

  it('ELI25-22: an accept that breaks its form is not sent', async () => {
    const { say, received } = await open({ onRequest: { 'elicitation/create': accept } });
    say(ask('q', { message: 'm', requestedSchema: { type: 'object', properties: { sure: { type: 'integer' } } } }));
    await turn();
    expect(received.at(-1)).toMatchObject({ id: 'q', error: { message: 'sure: expected a number, got true' } });
  });

  it('no call times out while a person is asked (case 46)', async () => {
    vi.useFakeTimers();
    const { handler, answer } = person();
    const { client, say } = await open({ requestTimeoutMs: 1_000, onRequest: { 'elicitation/create': handler } });
    const call = client.start('tools/call', { name: 'work' });
    const outcome = call.result.then(
      () => 'answered',
      (error: Error) => error.name,
    );
    say(ask('q', { message: 'm' }));
    await vi.advanceTimersByTimeAsync(600_000);
    answer();
    await vi.advanceTimersByTimeAsync(900);
    say({ id: call.id, result: { content: [] } });
    expect(await outcome).toBe('answered');
  });

  it('the time that the server takes before, between and after questions adds up', async () => {
    vi.useFakeTimers();
    const { handler, answer } = person();
    const { client, say } = await open({ requestTimeoutMs: 1_000, onRequest: { 'elicitation/create': handler } });
    let outcome = 'running';
    void client.callTool('work').catch((error: Error) => (outcome = `${error.name}: ${error.message}`));
    for (const id of ['q1', 'q2']) {
      await vi.advanceTimersByTimeAsync(400);
      say(ask(id, { message: 'm' }));
      await vi.advanceTimersByTimeAsync(600_000);
      answer();
    }
    await vi.advanceTimersByTimeAsync(190);
    expect(outcome).toBe('running');
    await vi.advanceTimersByTimeAsync(20);
    expect(outcome).toBe('CallTimedOut: tools/call got no answer within 1000 ms.');
  });

  it.each([undefined, 3])('a server that asks for ever is stopped (maxInputRounds %s)', async (maxInputRounds) => {
    const form = { message: 'm', requestedSchema: { type: 'object', properties: {} } };
    const { client, received, say } = await open({ onRequest: { 'elicitation/create': accept } });
    const failing = client.callTool('work', {}, { maxInputRounds });
    const limit = maxInputRounds ?? 8;
    failing.catch(() => {});
    for (let count = 0; count <= limit; count++) {
      say(ask(`q${count}`, form));
      await turn();
    }
    await expect(failing).rejects.toThrow(`Expected a result after ${limit} rounds, got another question.`);
    expect(received.filter(({ method }) => method === undefined)).toHaveLength(limit);
    expect(received.at(-1)).toMatchObject({
      method: 'notifications/cancelled',
      params: { reason: 'it asks too often' },
    });
  });

  it('questions that are open at the same time are one round', async () => {
    const { client, say } = await open({ onRequest: { 'elicitation/create': accept } });
    const call = client.start('tools/call', { name: 'work' }, { maxInputRounds: 1 });
    for (const id of ['a', 'b', 'c']) say(ask(id, { message: 'm', requestedSchema: { type: 'object' } }));
    await turn();
    say({ id: call.id, result: { content: [] } });
    expect(await call.result).toEqual({ content: [] });
  });

  it('questions that may be of one call or another leave each its own rounds', async () => {
    const { client, say } = await open({ onRequest: { 'elicitation/create': accept } });
    const calls = ['one', 'two'].map((name) => client.start('tools/call', { name }));
    for (let count = 0; count < 16; count++) {
      say(ask(`q${count}`, { message: 'm', requestedSchema: { type: 'object' } }));
      await turn();
    }
    for (const { id } of calls) say({ id, result: { content: [] } });
    expect(await Promise.all(calls.map(({ result }) => result))).toEqual([{ content: [] }, { content: [] }]);
  });

  it('a call that is given up ends its prompt, and nothing is answered', async () => {
    const { handler, answer, signal } = person();
    const { client, say, received } = await open({ onRequest: { 'elicitation/create': handler } });
    const call = client.start('tools/call', { name: 'work' });
    say(ask('q', { message: 'm' }));
    await turn();
    await call.cancel('enough');
    expect(signal()?.aborted).toBe(true);
    answer();
    await turn();
    expect(received.filter(({ method }) => method === undefined)).toEqual([]);
  });

  it('ELI25-14: a request that needs pages first fails with them', async () => {
    const elicitations = [
      { mode: 'url', message: 'Connect', url: 'https://a.test/c', elicitationId: 'e' },
      { mode: 'url' },
    ];
    const { client } = await open({}, ({ id }, say) =>
      say({ id, error: { code: -32042, message: 'first this', data: { elicitations } } }),
    );
    const failing = client.callTool('work');
    await expect(failing).rejects.toThrow(UrlElicitationRequired);
    await expect(failing).rejects.toMatchObject({ code: -32042, elicitations: [elicitations[0]] });
  });

  it('ELI25-12: ignores the completion of what it does not know', async () => {
    const { client, say } = await open({});
    say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'nobody' } });
    expect(client.findings).toEqual([]);
  });
});

describe('2026-07-28', () => {
  const era = '2026-07-28';
  const states = ['  {"a": 1}  ', 'a\u0000b', '🦉 \\u0041', ''];

  it('MRT-17 MRT-19 MRT-22 MRT-23 MRT-24: calls beside each other share nothing, and retry as they began', async () => {
    const states2 = new Map(states.map((state, index) => [`t${index}`, state]));
    const { client, received } = await open(
      {
        era,
        onRequest: {
          'elicitation/create': async ({ message }) => {
            await turn();
            return { action: 'accept', content: { said: message } };
          },
        },
      },
      ({ id, params }, say) => {
        const name = String(params['name']);
        const isRetry = params['inputResponses'] !== undefined;
        const question = { method: 'elicitation/create', params: { message: name } };
        const asks = { resultType: 'input_required', inputRequests: { [`q-${name}`]: question } };
        const result = isRetry ? { resultType: 'complete', content: [] } : { ...asks, requestState: states2.get(name) };
        say({ id, result });
      },
    );
    await Promise.all([...states2.keys()].map((name) => client.callTool(name, { a: name })));
    const calls = received.filter(({ method }) => method === 'tools/call');
    expect(new Set(calls.map(({ id }) => id)).size).toBe(states.length * 2);
    for (const [name, state] of states2) {
      const [first, retry] = calls.filter(({ params }) => params['name'] === name);
      expect(first?.params).not.toHaveProperty('requestState');
      expect(retry?.params['requestState']).toBe(state);
      expect(retry?.params['arguments']).toEqual({ a: name });
      const answer = { action: 'accept', content: { said: name } };
      expect(retry?.params['inputResponses']).toEqual({ [`q-${name}`]: answer });
    }
  });

  it('MRT-22: an id that was asked for is used once', async () => {
    const { client, received } = await open(
      { era, onRequest: { 'elicitation/create': accept } },
      ({ id, params }, say) =>
        say({
          id,
          result:
            params['requestState'] === undefined
              ? { resultType: 'input_required', requestState: 's' }
              : { resultType: 'complete', content: [] },
        }),
    );
    await client.callTool('work', {}, { id: 'mine' });
    const ids = received.filter(({ method }) => method === 'tools/call').map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
  });

  it('MRT-31: an unknown resultType fails the call, also without handlers', async () => {
    const { client } = await open({ era }, ({ id }, say) => say({ id, result: { resultType: 'later' } }));
    await expect(client.callTool('work')).rejects.toThrow('got "later"');
  });
});

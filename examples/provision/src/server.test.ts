import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, http, textOf, type CallResult, type Client, type RequestHandler } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Cloud } from './cloud/cloud.js';
import { createProvisionServer } from './server.js';

const eras = ['2025-11-25', '2026-07-28'] as const satisfies readonly Era[];
const stateKeys = ['a key that two processes of these tests share'];

let ends: (() => Promise<unknown>)[];
/** What the user was asked, in words. */
let asked: string[];

beforeEach(() => {
  ends = [];
  asked = [];
});

afterEach(async () => {
  for (const end of ends.toReversed()) await end();
});

const start = async (cloud: Cloud): Promise<{ readonly url: string; readonly close: () => Promise<void> }> => {
  const server = await createProvisionServer({ cloud, log: false, input: { stateKeys } });
  const { url } = await serveHttp(server, { port: 0 });
  const close = (): Promise<void> => server.close();
  ends.push(close);
  return { url, close };
};

const serve = async (cloud: Cloud): Promise<string> => (await start(cloud)).url;

const open = async (url: string, era: Era, answer: RequestHandler): Promise<Client> => {
  const client = await connect(http({ url }), {
    era,
    capabilities: { elicitation: { form: {} } },
    onRequest: {
      'elicitation/create': (params, context) => {
        asked.push(String(params['message']));
        return answer(params, context);
      },
    },
  });
  ends.push(() => client.close());
  return client;
};

const accept = (content: object) => (): object => ({ action: 'accept', content });

describe.each(eras)('env.provision in %s', (era) => {
  it('creates, asks and starts, each once', async () => {
    const cloud = new Cloud();
    const client = await open(await serve(cloud), era, accept({ start: true, label: 'blue' }));
    const seen: unknown[] = [];
    const onProgress = ({ message }: { readonly message?: string }): void => void seen.push(message);
    const result = await client.callTool('env.provision', { region: 'eu' }, { onProgress });
    expect(JSON.parse(textOf(result))).toEqual({ id: 'env-1', label: 'blue', url: 'https://env-1.eu.example.com/' });
    expect(asked).toEqual(['Start env-1 in eu for 4 € a day?']);
    expect(cloud.requests()).toEqual(['create env-1', 'start env-1']);
    expect(seen.filter((message) => message === 'creating')).toHaveLength(1);
    expect(JSON.parse(textOf(await client.callTool('env.list', {})))).toEqual([
      { id: 'env-1', region: 'eu', sizeGb: 20, eurPerDay: 4, state: 'running', label: 'blue' },
    ]);
  });

  it.each([
    ['says no', accept({ start: false }), 'Nothing was started'],
    ['declines', () => ({ action: 'decline' }), 'INPUT_DECLINED'],
    ['cancels', () => ({ action: 'cancel' }), 'INPUT_CANCELLED'],
  ] as const)('deletes what it has created when the user %s, once', async (_how, answer, words) => {
    const cloud = new Cloud();
    const client = await open(await serve(cloud), era, answer);
    expect(textOf(await client.callTool('env.provision', { region: 'us' }))).toContain(words);
    expect(cloud.requests()).toEqual(['create env-1', 'delete env-1']);
    expect(cloud.list()).toEqual([]);
  });

  it('deletes what could not be started', async () => {
    const cloud = new Cloud();
    cloud.start = () => Promise.reject(new Error('the provider has no room'));
    const client = await open(await serve(cloud), era, accept({ start: true }));
    expect(textOf(await client.callTool('env.provision', { region: 'us' }))).toContain('INTERNAL_ERROR');
    expect(cloud.requests()).toEqual(['create env-1', 'delete env-1']);
  });

  it('keeps what another call has created', async () => {
    const cloud = new Cloud();
    const client = await open(await serve(cloud), era, () => accept({ start: asked.length === 1 })());
    await client.callTool('env.provision', { region: 'eu' });
    await client.callTool('env.provision', { region: 'eu', sizeGb: 100 });
    expect(cloud.list().map(({ id, state }) => `${id} ${state}`)).toEqual(['env-1 running']);
    expect(asked[1]).toBe('Start env-2 in eu for 12 € a day?');
  });

  it('a cancel at the question deletes what was created, where the call waits there', async () => {
    const cloud = new Cloud();
    const client = await open(await serve(cloud), era, () => new Promise(() => {}));
    const user = new AbortController();
    const call = client.callTool('env.provision', { region: 'eu' }, { signal: user.signal });
    const ended = call.catch((error: Error) => error.name);
    await expect.poll(() => asked).toHaveLength(1);
    user.abort();
    expect(await ended).toBe('CallCancelled');
    // In 2026-07-28 no call runs now: the reservation stays, and ends by itself.
    const requests = era === '2025-11-25' ? ['create env-1', 'delete env-1'] : ['create env-1'];
    await expect.poll(() => cloud.requests()).toEqual(requests);
  });
});

describe('env.provision on two servers that share a key and a cloud', () => {
  it('begins on one and ends on the other, which creates nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'provision-'));
    ends.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'cloud.json');
    // They have nothing in common but the key and the file.
    const first = await start(new Cloud(path));
    const second = await start(new Cloud(path));
    const begun = await post(first.url, {});
    expect(begun.resultType).toBe('input_required');
    await first.close();
    const { requestState, inputRequests = {} } = begun;
    const inputResponses = Object.fromEntries(
      Object.keys(inputRequests).map((key) => [key, { action: 'accept', content: { start: true } }]),
    );
    const done = await post(second.url, { requestState, inputResponses });
    expect(textOf(done)).toContain('https://env-1.eu.example.com/');
    expect(new Cloud(path).requests()).toEqual(['create env-1', 'start env-1']);
  });
});

interface RawResult extends CallResult {
  readonly resultType: string;
  readonly inputRequests?: object;
  readonly requestState?: string;
}

/** One `tools/call` of 2026-07-28, by hand. */
async function post(url: string, params: object): Promise<RawResult> {
  await using client = await connect(http({ url }), { era: '2026-07-28', capabilities: { elicitation: { form: {} } } });
  return (await client.request('tools/call', {
    name: 'env.provision',
    arguments: { region: 'eu' },
    ...params,
  })) as unknown as RawResult;
}

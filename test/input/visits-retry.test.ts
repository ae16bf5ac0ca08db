import type { Server } from '@mcpfusion/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries, type CallRaw, type RetryAnswer, type RetryOptions } from '../lib/raw-retry.js';
import { until } from '../lib/until.js';
import { agreed, visitServer, waitingIn } from '../lib/visit-tools.js';

/** One that does not wait. */
const noHold = { input: { visitHoldMs: 0 } };

/** A call and its retries: each takes the state of the one before. */
function played(call: CallRaw, name: string, args: object, options: RetryOptions = {}) {
  let requestState: string | undefined;
  return async (inputResponses?: object): Promise<RetryAnswer> => {
    const params = requestState === undefined ? {} : { requestState, inputResponses };
    const answer = await call(name, args, { ...options, params });
    requestState = answer.result?.requestState ?? requestState;
    return answer;
  };
}

function start(server: Server, name = 'connect', visit = 'v1') {
  return played(rawRetries(server), name, { visit });
}

function expectQuiet(server: Server): void {
  expect(waitingIn(server)).toBe(0);
  expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
}

afterEach(() => void vi.useRealTimers());

describe('a visit without a session (2026-07-28, Elicitation, URL Mode)', () => {
  it('ELI-15: is asked for without an elicitationId, and its end is the answer', async () => {
    const server = visitServer(noHold);
    const next = start(server);
    const { result } = await next();
    expect(result?.inputRequests?.['ask-1']).toEqual({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Connect your bank', url: 'https://bank.test/v1' },
    });
    expect(await server.completeInput('v1')).toBe(true);
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('complete: connected v1');
    expectQuiet(server);
  });

  it('a retry that comes too early is asked again under the same key, as often as it comes: it is no round', async () => {
    const server = visitServer({ input: { visitHoldMs: 0, maxRounds: 1 } });
    const next = start(server);
    await next();
    for (let time = 0; time < 10; time++) expect(endOf(await next({ 'ask-1': agreed }))).toBe('asks ask-1');
    await server.completeInput('v1');
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('complete: connected v1');
  });

  it('one that does not answer is a round, as ever', async () => {
    const server = visitServer({ input: { visitHoldMs: 0, maxRounds: 1 } });
    const next = start(server);
    await next();
    expect(endOf(await next({}))).toBe('INPUT_ROUNDS_EXCEEDED');
  });

  it('its end alone is no answer: the user must have agreed', async () => {
    const server = visitServer(noHold);
    const next = start(server);
    await next();
    await server.completeInput('v1');
    expect(endOf(await next({}))).toBe('asks ask-1');
    expect(endOf(await next({ 'ask-1': { action: 'decline' } }))).toBe('INPUT_DECLINED');
  });

  it('is held until the visit is over', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000 } });
    const next = start(server);
    await next();
    const early = next({ 'ask-1': agreed });
    await until(() => waitingIn(server) === 1);
    await server.completeInput('v1');
    expect(endOf(await early)).toBe('complete: connected v1');
    expectQuiet(server);
  });

  it('is held no longer than visitHoldMs', async () => {
    const server = visitServer({ input: { visitHoldMs: 30 } });
    const next = start(server);
    await next();
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('asks ask-1');
    expectQuiet(server);
  });

  it('is held 2 s, and then twice as long each time, up to visitHoldMs: its state counts', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const server = visitServer({ input: { visitHoldMs: 10_000 } });
    const call = rawRetries(server);
    const first = (await call('connect', { visit: 'v1' })).result?.requestState;
    let state = first;
    /** Sends one early and gives how long it was held. */
    const held = async (requestState: unknown): Promise<number> => {
      const params = { requestState, inputResponses: { 'ask-1': agreed } };
      const early = call('connect', { visit: 'v1' }, { params });
      await until(() => waitingIn(server) === 1);
      let passedMs = 0;
      for (; waitingIn(server) === 1; passedMs += 1_000) vi.advanceTimersByTime(1_000);
      state = (await early).result?.requestState;
      return passedMs;
    };
    for (const ms of [2_000, 4_000, 8_000, 10_000, 10_000]) expect(await held(state)).toBe(ms);
    expect(await held(first)).toBe(2_000);
    await server.completeInput('v1');
    vi.useRealTimers();
    const params = { requestState: state, inputResponses: { 'ask-1': agreed } };
    expect(endOf(await call('connect', { visit: 'v1' }, { params }))).toBe('complete: connected v1');
    expectQuiet(server);
  });

  it('is held no longer than its state lives', async () => {
    const server = visitServer({ input: { visitHoldMs: Infinity, stateTtlMs: 200 } });
    const next = start(server);
    await next();
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('asks ask-1');
    expectQuiet(server);
  });

  it('a client that goes away while it is held leaves nothing behind', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000 } });
    const client = new AbortController();
    const next = played(rawRetries(server), 'connect', { visit: 'v1' }, { signal: client.signal });
    await next();
    const early = next({ 'ask-1': agreed });
    await until(() => waitingIn(server) === 1);
    client.abort();
    await early.catch(() => {});
    await until(() => server.counts().inFlight === 0);
    expectQuiet(server);
  });

  it('the shutdown of its server answers one that is held', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000 } });
    const next = start(server);
    await next();
    const early = next({ 'ask-1': agreed });
    await until(() => waitingIn(server) === 1);
    await server.close({ drainMs: 0 });
    expect(endOf(await early)).toBe('SHUTTING_DOWN');
    expectQuiet(server);
  });

  it('an early retry uses nothing up: of all its states one may be used, once', async () => {
    const server = visitServer(noHold);
    const call = rawRetries(server);
    const first = await call('connect', { visit: 'v1' });
    const states = [first.result?.requestState];
    const retry = (requestState: unknown) =>
      call('connect', { visit: 'v1' }, { params: { requestState, inputResponses: { 'ask-1': agreed } } });
    for (let time = 0; time < 3; time++) states.push((await retry(states.at(-1))).result?.requestState);
    await server.completeInput('v1');
    expect(endOf(await retry(states[1]))).toBe('complete: connected v1');
    for (const state of states) expect(endOf(await retry(state))).toBe('STATE_USED');
  });

  it('one whose state is too large to travel was not asked for: its id is free', async () => {
    const server = visitServer({ input: { maxStateBytes: 10 } });
    expect(endOf(await start(server, 'telling')())).toContain('STATE_TOO_LARGE');
    expect(endOf(await start(server, 'telling')())).toContain('STATE_TOO_LARGE');
  });

  it('a call inside another waits as well', async () => {
    const server = visitServer({ input: { visitHoldMs: 0, maxRounds: 1 } });
    const next = start(server, 'around');
    const key = '1:connect/ask-1';
    expect(endOf(await next())).toBe(`asks ${key}`);
    expect(endOf(await next({ [key]: agreed }))).toBe(`asks ${key}`);
    await server.completeInput('v1');
    expect(endOf(await next({ [key]: agreed }))).toBe('complete: around connected v1');
  });

  it('the second question under one id is not answered by the first', async () => {
    const server = visitServer(noHold);
    const next = start(server, 'twice');
    await next();
    await server.completeInput('v1');
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('asks ask-2');
    expect(endOf(await next({ 'ask-2': agreed }))).toBe('asks ask-2');
    await server.completeInput('v1');
    expect(endOf(await next({ 'ask-2': agreed }))).toBe('complete: twice');
  });

  it('until: consent does not wait', async () => {
    const server = visitServer();
    const next = start(server, 'consent');
    await next();
    expect(await server.completeInput('https://bank.test/terms')).toBe(false);
    expect(endOf(await next({ 'ask-1': agreed }))).toBe('complete: agreed');
  });

  it('what the client says before it was asked is not the end of a visit, though a query takes such answers', async () => {
    const server = visitServer(noHold);
    const inputResponses = { 'ask-1': agreed };
    expect(endOf(await rawRetries(server)('look', { visit: 'v1' }, { params: { inputResponses } }))).toBe('asks ask-1');
    await server.completeInput('v1');
    expect(endOf(await rawRetries(server)('look', { visit: 'v2' }, { params: { inputResponses } }))).toBe('asks ask-1');
  });
});

describe('several visits and a form at once, without a session', () => {
  const form = { action: 'accept', content: { amount: 5 } };

  it('what is answered is kept, and only what is open is asked again', async () => {
    const server = visitServer({ input: { visitHoldMs: 0, maxRounds: 1 } });
    const next = start(server, 'several');
    expect(endOf(await next())).toBe('asks ask-1.bank, ask-1.shop, ask-1.form');
    await server.completeInput('v1-bank');
    const answer = await next({ 'ask-1.bank': agreed, 'ask-1.shop': agreed, 'ask-1.form': form });
    expect(endOf(answer)).toBe('asks ask-1.shop');
    await server.completeInput('v1-shop');
    expect(endOf(await next({ 'ask-1.shop': agreed }))).toBe('complete: connected for 5');
  });

  it('with anything else missing or wrong it is a round, and is not held', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000, maxRounds: 2 } });
    const next = start(server, 'several');
    await next();
    const wrong = { action: 'accept', content: { amount: 'much' } };
    const answers = { 'ask-1.bank': agreed, 'ask-1.shop': agreed, 'ask-1.form': wrong };
    expect(endOf(await next(answers))).toBe('asks ask-1.bank, ask-1.shop, ask-1.form');
    expect(endOf(await next({ 'ask-1.bank': agreed }))).toBe('INPUT_ROUNDS_EXCEEDED');
    expectQuiet(server);
  });

  it('is held until all are over; what is over by then is kept', async () => {
    const server = visitServer({ input: { visitHoldMs: 100 } });
    const next = start(server, 'several');
    await next();
    const early = next({ 'ask-1.bank': agreed, 'ask-1.shop': agreed, 'ask-1.form': form });
    await until(() => waitingIn(server) === 2);
    await server.completeInput('v1-shop');
    expect(endOf(await early)).toBe('asks ask-1.bank');
    const last = next({ 'ask-1.bank': agreed });
    await server.completeInput('v1-bank');
    expect(endOf(await last)).toBe('complete: connected for 5');
  });

  it('one refusal ends it at once, and another call may have the ids', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000 } });
    const next = start(server, 'several');
    await next();
    const refused = await next({ 'ask-1.bank': agreed, 'ask-1.shop': { action: 'decline' } });
    expect(endOf(refused)).toBe('INPUT_DECLINED');
    expect(endOf(await start(server, 'telling', 'v1-bank')())).toBe('asks ask-1');
  });

  it('an answer that is none is -32602, and holds nothing', async () => {
    const server = visitServer({ input: { visitHoldMs: 60_000 } });
    const next = start(server, 'several');
    await next();
    expect(endOf(await next({ 'ask-1.bank': agreed, 'ask-1.shop': { action: 'maybe' } }))).toBe('-32602');
    expectQuiet(server);
  });
});

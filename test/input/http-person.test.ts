import { createFixtureServer } from '@mcpfusion/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endOf, isQuestion } from '../lib/raw-frames.js';
import { rawHttp } from '../lib/raw-http-session.js';
import { until } from '../lib/until.js';

const yes = { action: 'accept', content: { confirm: true } };
afterEach(() => void vi.useRealTimers());

function open(options: Parameters<typeof rawHttp>[1] = {}) {
  const { server, probe } = createFixtureServer();
  const told = (): string[] => probe.events.map(({ what }) => what);
  return { server, told, openOne: rawHttp(server, options) };
}

describe('a session over HTTP', () => {
  it('is asked on the stream of its call, and answers on a POST of its own (202)', async () => {
    const { openOne, told } = open();
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    expect(await session.answer(id, yes)).toBe(202);
    expect(endOf(await stream.next((frame) => frame.id === 1 && frame.result !== undefined))).toBe(
      'complete: refunded a',
    );
    await until(() => stream.isOver);
    expect(stream.frames).toHaveLength(2);
    expect(told()).toEqual(['entered', 'entered', 'refunded']);
  });

  it('a dropped stream takes no question back, and the answer counts', async () => {
    const { server, openOne, told } = open();
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    stream.drop();
    await until(() => stream.isOver);
    expect(server.counts().inFlight).toBe(1);
    expect(await session.answer(id, yes)).toBe(202);
    await until(() => server.counts().inFlight === 0);
    expect(told()).toEqual(['entered', 'entered', 'refunded']);
  });

  it('whose stream is gone cannot be asked once more: the call ends at once', async () => {
    const { server, openOne, told } = open();
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    stream.drop();
    await session.answer(id, { action: 'accept', content: { confirm: false } });
    await until(() => server.counts().inFlight === 0);
    expect(told()).toEqual(['entered', 'entered']);
  });

  it('DELETE takes its questions back and ends their calls', async () => {
    const { server, openOne, told } = open();
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    expect(await session.end()).toBe(204);
    await until(() => stream.isOver);
    expect(stream.frames.slice(1).map(({ method, params }) => [method, params?.['requestId']])).toEqual([
      ['notifications/cancelled', id],
    ]);
    expect(await session.answer(id, yes)).toBe(404);
    expect(server.counts()).toMatchObject({ inFlight: 0, queued: 0, running: 0 });
    expect(told()).toEqual(['entered']);
  });

  it('ELI25-19: another session’s answer never counts, nor that of another principal', async () => {
    const { openOne, told } = open();
    const [ann, bob] = [await openOne('ann'), await openOne('bob')];
    const stream = await ann.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    expect(await bob.answer(id, yes)).toBe(202);
    expect(told()).toEqual(['entered']);
    await ann.answer(id, { action: 'decline' });
    expect(endOf(await stream.next((frame) => frame.id === 1 && frame.result !== undefined))).toBe('INPUT_DECLINED');
  });

  it('an answer that is none ends its question', async () => {
    const { openOne } = open();
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    expect(await session.post({ id, result: 'yes' })).toBe(400);
    expect(endOf(await stream.next((frame) => frame.id === 1 && frame.result !== undefined))).toBe('INPUT_FAILED');
  });

  it('does not expire while its user is asked', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const { openOne } = open({ sessionIdleMs: 60_000 });
    const session = await openOne();
    const stream = await session.begin(1, 'refund', { id: 'a' });
    const { id } = await stream.next(isQuestion);
    vi.advanceTimersByTime(9 * 60_000);
    await openOne();
    expect(await session.answer(id, yes)).toBe(202);
    expect(endOf(await stream.next((frame) => frame.id === 1 && frame.result !== undefined))).toBe(
      'complete: refunded a',
    );
  });
});

import { progressEncoder, type ProgressParams } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReporter, noProgress } from '../handler/progress.js';
import { ProgressChannel, type ProgressOptions } from './progress-channel.js';

function open(options: ProgressOptions = {}) {
  const sent: ProgressParams[] = [];
  const encode = progressEncoder(0);
  const warnings: string[] = [];
  let drained: (() => void) | undefined;
  const wire = { isPressed: false };
  const channel = new ProgressChannel(
    {
      send: (progress) => void sent.push((JSON.parse(encode(progress)) as { params: ProgressParams }).params),
      isPressed: () => wire.isPressed,
      whenDrained: (callback) => (drained = callback),
    },
    options,
    (message) => void warnings.push(message),
  );
  const drain = (): void => {
    wire.isPressed = false;
    drained?.();
  };
  return { channel, sent, warnings, wire, drain };
}

const values = (sent: readonly ProgressParams[]): number[] => sent.map(({ progress }) => progress);

describe('progress', () => {
  it('goes out as it comes, under the token as it came (PRG-07)', () => {
    const { channel, sent } = open();
    channel.report({ progress: 30, total: 100, message: 'rows loaded' });
    expect(sent).toEqual([{ progressToken: 0, progress: 30, total: 100, message: 'rows loaded' }]);
  });

  it('increases with every notification, whatever is reported (PRG-03)', () => {
    fc.assert(
      fc.property(fc.array(fc.double()), (reported) => {
        const { channel, sent, warnings } = open();
        for (const progress of reported) channel.report({ progress });
        // As JSON carries them: no minus zero.
        const got = values(sent).map((value) => value + 0);
        expect(got.every(Number.isFinite)).toBe(true);
        expect(got).toEqual([...new Set(got)].toSorted((a, b) => a - b));
        expect(warnings.length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([undefined, null, Number.NaN])('has no total when it is %s (case 29)', (total) => {
    const { channel, sent } = open();
    channel.report({ progress: 3, total });
    expect(sent).toEqual([{ progressToken: 0, progress: 3 }]);
  });

  it('stops with the answer (PRG-06)', () => {
    const { channel, sent } = open();
    channel.report({ progress: 1 });
    channel.finish();
    channel.report({ progress: 2 });
    expect(values(sent)).toEqual([1]);
  });

  it('under back-pressure keeps the latest alone, and sends it when the pressure ends', () => {
    const { channel, sent, wire, drain } = open();
    channel.report({ progress: 1 });
    wire.isPressed = true;
    for (let progress = 2; progress <= 1_000; progress++) channel.report({ progress });
    expect(values(sent)).toEqual([1]);
    drain();
    expect(values(sent)).toEqual([1, 1_000]);
  });

  it('never loses the last value before the answer, pressed or not', () => {
    const { channel, sent, wire } = open();
    wire.isPressed = true;
    channel.report({ progress: 1 });
    channel.report({ progress: 2 });
    channel.finish();
    expect(values(sent)).toEqual([2]);
  });

  it('sends nothing that was kept once the call is cancelled', () => {
    const { channel, sent, wire, drain } = open();
    wire.isPressed = true;
    channel.report({ progress: 1 });
    channel.close();
    drain();
    expect(sent).toEqual([]);
  });
});

describe('with a clock', () => {
  beforeEach(() =>
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
  );
  afterEach(() => vi.useRealTimers());

  it('keeps a least interval, latest wins', () => {
    const { channel, sent } = open({ minIntervalMs: 100 });
    channel.report({ progress: 1 });
    channel.report({ progress: 2 });
    channel.report({ progress: 3 });
    expect(values(sent)).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(values(sent)).toEqual([1, 3]);
  });

  it('beats with values that increase and overtake no real one', () => {
    const { channel, sent } = open({ heartbeatMs: 1_000 });
    channel.report({ progress: 50, total: 100, message: 'half' });
    vi.advanceTimersByTime(3_000);
    channel.report({ progress: 50.01, total: 100 });
    const got = values(sent);
    expect(got).toHaveLength(5);
    expect(got).toEqual(got.toSorted((a, b) => a - b));
    expect(new Set(got).size).toBe(5);
    channel.finish();
    vi.advanceTimersByTime(5_000);
    expect(sent).toHaveLength(5);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('beats before the first report, too', () => {
    const { channel, sent } = open({ heartbeatMs: 1_000 });
    vi.advanceTimersByTime(2_000);
    expect(sent).toHaveLength(2);
    channel.close();
  });

  it('does not lose the first value to a beat that came before it', () => {
    const { channel, sent, warnings } = open({ heartbeatMs: 1_000 });
    vi.advanceTimersByTime(2_000);
    channel.report({ progress: 0, total: 3, message: 'start' });
    channel.report({ progress: 1, total: 3 });
    const got = values(sent);
    expect(got).toEqual([...new Set(got)].toSorted((a, b) => a - b));
    expect(sent.slice(2).map(({ message }) => message)).toEqual(['start', undefined]);
    expect(got.at(-1)).toBe(1);
    expect(warnings).toEqual([]);
    channel.close();
  });

  it('that says never has no heartbeat', () => {
    const { sent } = open({ heartbeatMs: Number.POSITIVE_INFINITY });
    vi.advanceTimersByTime(60_000);
    expect([sent, vi.getTimerCount()]).toEqual([[], 0]);
  });

  it('estimates the time left', () => {
    const { channel, sent } = open({ eta: true });
    expect(channel.etaMs()).toBeUndefined();
    vi.advanceTimersByTime(1_000);
    channel.report({ progress: 25, total: 100 });
    expect(channel.etaMs()).toBe(3_000);
    expect(sent[0]?._meta).toEqual({ 'dev.mcpfusion/etaMs': 3_000 });
  });
});

describe('the reporter', () => {
  it('fits a scope into its share', () => {
    const { channel, sent } = open();
    const reporter = createReporter(
      (fields) => channel.report(fields),
      () => channel.etaMs(),
    );
    reporter(10, 'start');
    const inner = reporter.scope(20, 60);
    inner(50, 'inner half');
    inner.scope(50, 100)(100, 'inner end');
    inner({ progress: 5, total: 5 });
    reporter(90);
    expect(sent.map(({ progress, message }) => [progress, message])).toEqual([
      [10, 'start'],
      [40, 'inner half'],
      [60, 'inner end'],
      [90, undefined],
    ]);
  });

  it('counts on in a scope whose end is unknown', () => {
    const { channel, sent } = open();
    const inner = createReporter(
      (fields) => channel.report(fields),
      () => undefined,
    ).scope(20, 60);
    for (let item = 1; item <= 100; item++) inner({ progress: item, message: `item ${item}` });
    expect(sent).toHaveLength(100);
    expect(sent.at(-1)?.progress).toBeLessThan(60);
  });

  it('never throws, whatever it is given', () => {
    const { channel, sent, warnings } = open();
    const reporter = createReporter(
      (fields) => channel.report(fields),
      () => undefined,
    );
    for (const wrong of [null, undefined, 'x', {}, { progress: '5' }, { progress: 1n }, Symbol('x')]) {
      reporter(wrong as never);
      reporter.scope(0, 50)(wrong as never);
    }
    reporter({ progress: 1, message: 5n as never });
    expect([sent, warnings.length]).toEqual([[{ progressToken: 0, progress: 1 }], 1]);
  });

  it('of a call without a token is the same for all of them, and frozen', () => {
    noProgress(50, 'nobody sees this');
    expect(noProgress.scope(0, 50)).toBe(noProgress);
    expect(noProgress.etaMs()).toBeUndefined();
    expect(Object.isFrozen(noProgress)).toBe(true);
  });
});

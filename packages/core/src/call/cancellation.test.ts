import { describe, expect, it } from 'vitest';
import { everySequence } from '../../../../test/lib/every-sequence.js';
import { CancelledError, type CancelKind } from '../errors.js';
import { Cancellation, raceCancel } from './cancellation.js';

const events = ['client', 'timeout', 'close', 'listen', 'unlisten', 'look'] as const;
type Event = (typeof events)[number];

/** Gives the way to take the listener back. */
function listen(cancellation: Cancellation, onCancel: (reason: CancelledError) => void): () => void {
  const listener = { onCancel };
  cancellation.listen(listener);
  return () => cancellation.unlisten(listener);
}

interface Seen {
  readonly reason: string | undefined;
  readonly isFired: boolean;
  /** What each listener was called with, in the order in which they were added. */
  readonly heard: readonly (readonly string[])[];
  /** Whether each cancel came in time. */
  readonly cancels: readonly boolean[];
}

/** `look` opens the signal before the others do something; `unlisten` takes back the last listener. */
function run(steps: readonly Event[]): Seen {
  const cancellation = new Cancellation();
  const heard: string[][] = [];
  const cancels: boolean[] = [];
  const unlisten: (() => void)[] = [];
  for (const step of steps) {
    if (step === 'close') cancellation.close();
    else if (step === 'look') void cancellation.signal;
    else if (step === 'unlisten') unlisten.pop()?.();
    else if (step === 'listen') {
      const calls: string[] = [];
      heard.push(calls);
      unlisten.push(listen(cancellation, ({ kind }) => void calls.push(kind)));
    } else cancels.push(cancellation.cancel(new CancelledError(step, step)));
  }
  return { reason: cancellation.reason?.kind, isFired: cancellation.signal.aborted, heard, cancels };
}

function expected(steps: readonly Event[]): Seen {
  let [reason, isClosed] = [undefined as CancelKind | undefined, false];
  const listeners: { calls: string[]; isOn: boolean }[] = [];
  const cancels: boolean[] = [];
  const unlistenable: { isOn: boolean }[] = [];
  for (const step of steps) {
    if (step === 'close') isClosed = true;
    else if (step === 'listen') {
      const listener = { calls: reason ? [reason] : [], isOn: !reason };
      listeners.push(listener);
      unlistenable.push(listener);
    } else if (step === 'unlisten') {
      const listener = unlistenable.pop();
      if (listener) listener.isOn = false;
    } else if (step !== 'look') {
      const isInTime = !reason && !isClosed;
      cancels.push(isInTime);
      if (!isInTime) continue;
      reason = step;
      for (const { calls, isOn } of listeners) if (isOn) calls.push(step);
    }
  }
  return { reason, isFired: reason !== undefined, heard: listeners.map(({ calls }) => calls), cancels };
}

describe('a cancellation', () => {
  it('fires at most once, with its first reason, never after the close: every sequence of up to five events', () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const steps of everySequence(events, 5)) {
      const [seen, wanted] = [JSON.stringify(run(steps)), JSON.stringify(expected(steps))];
      if (seen !== wanted) wrong.push({ steps, seen, wanted });
      count++;
    }
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(count).toBe(1 + 6 + 6 ** 2 + 6 ** 3 + 6 ** 4 + 6 ** 5);
  });

  it('calls every listener, also when one takes itself or the next one back', () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    const first = listen(cancellation, () => {
      heard.push('first');
      first();
      second();
    });
    const second = listen(cancellation, () => void heard.push('second'));
    listen(cancellation, () => void heard.push('third'));
    cancellation.cancel(new CancelledError('client', 'enough'));
    expect(heard).toEqual(['first', 'second', 'third']);
  });

  it('lets go of what is its own before the handler hears of it', () => {
    const cancellation = new Cancellation();
    const heard: string[] = [];
    cancellation.signal.addEventListener('abort', () => heard.push('handler'));
    listen(cancellation, () => void heard.push('own'));
    cancellation.cancel(new CancelledError('client', 'enough'));
    expect(heard).toEqual(['own', 'handler']);
  });

  it('is not fired a second time by a listener that cancels again', () => {
    const cancellation = new Cancellation();
    const late: boolean[] = [];
    listen(cancellation, () => void late.push(cancellation.cancel(new CancelledError('timeout', 'late'))));
    expect(cancellation.cancel(new CancelledError('client', 'enough'))).toBe(true);
    expect([late, cancellation.reason?.kind]).toEqual([[false], 'client']);
  });
});

describe('raceCancel', () => {
  const events3 = ['resolve', 'reject', 'cancel'] as const;
  const orders = events3.flatMap((first) => events3.map((second) => [first, second] as const));

  it.each(orders)('%s wins over a later %s', async (first, second) => {
    const cancellation = new Cancellation();
    const reason = new CancelledError('client', 'enough');
    let settle!: { resolve: (value: string) => void; reject: (error: Error) => void };
    const promise = new Promise<string>((resolve, reject) => (settle = { resolve, reject }));
    const raced = raceCancel(promise, cancellation).catch((error: Error) => error.message);
    for (const step of [first, second]) {
      if (step === 'cancel') cancellation.cancel(reason);
      else if (step === 'resolve') settle.resolve('value');
      else settle.reject(new Error('thrown'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await raced).toBe({ resolve: 'value', reject: 'thrown', cancel: 'enough' }[first]);
  });
});

import { describe, expect, it } from 'vitest';
import { startDrive as startDriveWith, type Hold } from '../../../../test/lib/start-drive.js';
import { CancelledError } from '../errors.js';
import { Cancellation } from './cancellation.js';
import { isBody, stepToEnd, type Body, type StepHooks } from './drive-generator.js';
import type { Settlement } from './drive.js';

/** The value and the end of a drive, as promises. */
function startDrive(run: (hold: Hold) => unknown, cancellation: Cancellation, graceMs: number) {
  let settle!: (settlement: Settlement) => void;
  const settled = new Promise<Settlement>((resolve) => (settle = resolve));
  const result = startDriveWith(run, { cancellation, graceMs, onSettled: settle });
  return { result, settled };
}

const silent: StepHooks = {
  onYield: () => undefined,
  onYieldAtEnd: () => undefined,
  onReturn: (value) => value,
  onLeaving: () => {},
  onLeft: () => {},
  isKnown: () => false,
  onYieldTooLate: () => undefined,
  onLateError: () => {},
  onFinally: () => {},
  isGivenUp: () => false,
};
const client = () => new CancelledError('client', 'enough');

function deferred<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

function driveBody(body: Body, cancellation: Cancellation, graceMs = 5_000, seen: unknown[] = []) {
  const hooks: StepHooks = {
    ...silent,
    onYield: (value) => void seen.push(value),
    onFinally: (phase) => void seen.push(phase),
  };
  return startDrive(() => stepToEnd(body, cancellation, hooks), cancellation, graceMs);
}

describe('a generator', () => {
  it('gives what it returns, after all that it yields', async () => {
    const seen: unknown[] = [];
    const body = (async function* () {
      yield 1;
      yield 2;
      return 'answer';
    })();
    expect(await driveBody(body, new Cancellation(), 5_000, seen).result).toBe('answer');
    expect(seen).toEqual([1, 2]);
  });

  it('may be sync', async () => {
    const body = (function* () {
      yield 1;
      return 'answer';
    })();
    expect(await driveBody(body, new Cancellation()).result).toBe('answer');
  });

  it('stuck before its first yield does not hold the answer up', async () => {
    const cancellation = new Cancellation();
    const io = deferred<void>();
    let isCleanedUp = false;
    const body = (async function* () {
      try {
        await io.promise;
        yield 1;
      } finally {
        isCleanedUp = true;
      }
    })();
    const { result, settled } = driveBody(body, cancellation);
    const reason = client();
    cancellation.cancel(reason);
    await expect(result).rejects.toBe(reason);
    expect(isCleanedUp).toBe(false);
    io.resolve();
    expect(await settled).toEqual({ kind: 'settled' });
    expect(isCleanedUp).toBe(true);
  });

  it('runs its finally on a cancel, and the holder waits for that', async () => {
    const cancellation = new Cancellation();
    const cleanUp = deferred<void>();
    const seen: unknown[] = [];
    const body = (async function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        await cleanUp.promise;
      }
    })();
    const hooks: StepHooks = {
      ...silent,
      onYield: () => void cancellation.cancel(client()),
      onFinally: (phase) => void seen.push(phase),
    };
    const turns = async function* () {
      yield* body;
    };
    const { result, settled } = startDrive(() => stepToEnd(turns(), cancellation, hooks), cancellation, 5_000);
    await expect(result).rejects.toMatchObject({ kind: 'client' });
    let isSettled = false;
    void settled.then(() => (isSettled = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect([isSettled, seen]).toEqual([false, ['started']]);
    cleanUp.resolve();
    await settled;
    expect(seen).toEqual(['started', 'ended']);
  });

  it('that does not leave is abandoned after the grace period', async () => {
    const cancellation = new Cancellation();
    const { result, settled } = driveBody(
      (async function* () {
        yield await new Promise(() => {});
      })(),
      cancellation,
      10,
    );
    cancellation.cancel(client());
    await expect(result).rejects.toThrow('enough');
    expect(await settled).toEqual({ kind: 'abandoned' });
  });

  it('that answers every return() with another yield is left in the end', async () => {
    const cancellation = new Cancellation();
    const body = (function* () {
      try {
        for (;;) yield 1;
      } finally {
        for (;;) yield 2;
      }
    })();
    let steps = 0;
    const hooks: StepHooks = { ...silent, onYield: () => void (++steps === 3 && cancellation.cancel(client())) };
    const { settled } = startDriveQuietly(() => stepToEnd(body, cancellation, hooks), cancellation);
    expect(await settled).toMatchObject({ kind: 'settled', error: { message: expect.stringContaining('1000 times') } });
  });

  it('in a tight loop gives others a turn of the event loop', async () => {
    const cancellation = new Cancellation();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let steps = 0;
    const body = (function* () {
      for (;;) yield ++steps;
    })();
    const { result } = driveBody(body, cancellation);
    setTimeout(() => cancellation.cancel(client()), 50);
    await expect(result).rejects.toThrow('enough');
    isOver = true;
    expect(turns).toBeGreaterThan(1);
    expect(steps).toBeGreaterThan(100);
  });

  it('holds no memory for each step', async () => {
    const cancellation = new Cancellation();
    const body = (function* () {
      for (let step = 0; step < 300_000; step++) yield step;
      return 'answer';
    })();
    const before = process.memoryUsage().heapUsed;
    expect(await startDrive(() => stepToEnd(body, cancellation, silent), cancellation, 10).result).toBe('answer');
    // A reaction a step would be some hundred bytes each: 30 MB at least. What is measured is garbage, too.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(25_000_000);
  });
});

describe('a plain handler', () => {
  it('is given up at once on a cancel, and what it throws later is told', async () => {
    const cancellation = new Cancellation();
    const late = deferred<void>();
    const { result, settled } = startDriveQuietly(async () => {
      await late.promise;
      throw new Error('too late');
    }, cancellation);
    cancellation.cancel(client());
    await expect(result).rejects.toMatchObject({ kind: 'client' });
    late.resolve();
    expect(await settled).toMatchObject({ kind: 'settled', error: { message: 'too late' } });
  });

  it.each([
    ['an AbortError of its own', () => Object.assign(new Error('x'), { name: 'AbortError' })],
    ['the reason as its cause', (reason: unknown) => new Error('x', { cause: reason })],
  ])('that throws %s after its cancel has settled without an error', async (_what, wrap) => {
    const cancellation = new Cancellation();
    const { settled } = startDriveQuietly(
      () => new Promise((_resolve, reject) => cancellation.listen({ onCancel: (reason) => reject(wrap(reason)) })),
      cancellation,
    );
    cancellation.cancel(client());
    expect(await settled).toEqual({ kind: 'settled' });
  });

  it('that throws the reason of its cancel has settled without an error', async () => {
    const cancellation = new Cancellation();
    const { settled } = startDriveQuietly(
      () =>
        new Promise((_resolve, reject) => {
          cancellation.listen({ onCancel: reject });
        }),
      cancellation,
    );
    cancellation.cancel(client());
    expect(await settled).toEqual({ kind: 'settled' });
  });
});

function startDriveQuietly(run: () => Promise<unknown>, cancellation: Cancellation) {
  const drive = startDrive(run, cancellation, 5_000);
  drive.result.catch(() => {});
  return drive;
}

describe('a body', () => {
  it.each([
    ['an async generator', (async function* () {})(), true],
    ['a sync generator', (function* () {})(), true],
    ['an array', [1], false],
    ['a map iterator', new Map().entries(), false],
    ['a string', 'x', false],
    ['null', null, false],
  ])('is told by its shape: %s', (_what, value, expected) => {
    expect(isBody(value)).toBe(expected);
  });
});

describe('a cancellation', () => {
  it('never fires after close', () => {
    const cancellation = new Cancellation();
    const { signal } = cancellation;
    cancellation.close();
    expect(cancellation.cancel(client())).toBe(false);
    expect(signal.aborted).toBe(false);
  });

  it('fires once, with its first reason', () => {
    const cancellation = new Cancellation();
    const first = client();
    expect([cancellation.cancel(first), cancellation.cancel(client())]).toEqual([true, false]);
    expect(cancellation.signal.reason).toBe(first);
  });

  it('tells late listeners at once', () => {
    const cancellation = new Cancellation();
    cancellation.cancel(client());
    let told = 0;
    cancellation.listen({ onCancel: () => void told++ });
    expect(told).toBe(1);
  });
});

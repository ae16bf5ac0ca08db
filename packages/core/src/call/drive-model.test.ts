import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { everySequence } from '../../../../test/lib/every-sequence.js';
import { startDrive, type Hold } from '../../../../test/lib/start-drive.js';
import { CancelledError } from '../errors.js';
import { Cancellation } from './cancellation.js';
import type { Settlement } from './drive.js';

/** `held ends`: the work that the body holds on to; `grace`: as much time as a body gets. */
const events = ['resolve', 'reject', 'echo', 'cancel', 'held ends', 'grace'] as const;
type Event = (typeof events)[number];

const graceMs = 1_000;

interface Seen {
  readonly answer: string | undefined;
  /** How the drive has ended, each time that it said so. */
  readonly settled: readonly string[];
  /** A timer is left. */
  readonly isTimed: boolean;
}

/** A body that holds other work, and the levers for all that can happen to it. */
class Stand {
  readonly #cancellation = new Cancellation();
  readonly #settled: string[] = [];
  #answer: string | undefined;
  #body!: { resolve: (value: string) => void; reject: (error: Error) => void };
  #endHeld!: () => void;

  constructor() {
    const held = new Promise<void>((resolve) => (this.#endHeld = resolve));
    const run = (hold: Hold): Promise<string> => {
      hold(held);
      return new Promise((resolve, reject) => (this.#body = { resolve, reject }));
    };
    const onSettled = (settlement: Settlement): void => {
      const isLate = settlement.kind === 'settled' && settlement.error !== undefined;
      this.#settled.push(isLate ? 'settled, threw late' : settlement.kind);
    };
    const drive = startDrive(run, { cancellation: this.#cancellation, graceMs, onSettled });
    drive.then(
      (value) => (this.#answer = value as string),
      (error: Error) => (this.#answer = error.message),
    );
  }

  async do(event: Event): Promise<void> {
    if (event === 'resolve') this.#body.resolve('value');
    else if (event === 'reject') this.#body.reject(new Error('thrown'));
    else if (event === 'echo') this.#body.reject(new DOMException('aborted', 'AbortError'));
    else if (event === 'cancel') this.#cancellation.cancel(new CancelledError('client', 'enough'));
    else if (event === 'held ends') this.#endHeld();
    else vi.advanceTimersByTime(graceMs);
    for (let left = 5; left > 0; left--) await Promise.resolve();
  }

  get seen(): Seen {
    return { answer: this.#answer, settled: this.#settled, isTimed: vi.getTimerCount() > 0 };
  }
}

/** The answer is the first of body and cancel. The end is that of both, or the grace after the first of them. */
class Model {
  #answer: string | undefined;
  #end: string | undefined;
  #bodyEnd: string | undefined;
  #isHeld = true;
  #isCancelled = false;

  do(event: Event): void {
    if (event === 'cancel') this.#cancel();
    else if (event === 'held ends') this.#isHeld = false;
    else if (event === 'grace') {
      if (this.#isTimed) this.#end ??= 'abandoned';
    } else this.#endBody(event);
    if (this.#bodyEnd !== undefined && !this.#isHeld) this.#end ??= this.#bodyEnd;
  }

  get seen(): Seen {
    const isTimed = this.#isTimed && this.#end === undefined;
    return { answer: this.#answer, settled: this.#end === undefined ? [] : [this.#end], isTimed };
  }

  get #isTimed(): boolean {
    return this.#isCancelled || this.#bodyEnd !== undefined;
  }

  #cancel(): void {
    // What has ended does not listen any more.
    if (this.#bodyEnd !== undefined) return;
    this.#isCancelled = true;
    this.#answer ??= 'enough';
  }

  #endBody(event: 'resolve' | 'reject' | 'echo'): void {
    if (this.#bodyEnd !== undefined) return;
    this.#bodyEnd = event === 'reject' && this.#isCancelled ? 'settled, threw late' : 'settled';
    this.#answer ??= { resolve: 'value', reject: 'thrown', echo: 'aborted' }[event];
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a drive answers once, ends once and leaves no timer, in every order of events', async () => {
  const wrong: unknown[] = [];
  let count = 0;
  for (const steps of everySequence(events, 4)) {
    const [stand, model] = [new Stand(), new Model()];
    for (const [index, step] of steps.entries()) {
      await stand.do(step);
      model.do(step);
      const [seen, wanted] = [JSON.stringify(stand.seen), JSON.stringify(model.seen)];
      if (seen !== wanted) wrong.push({ steps: steps.slice(0, index + 1), seen, wanted });
    }
    vi.clearAllTimers();
    count++;
  }
  expect(wrong.slice(0, 1)).toEqual([]);
  expect(count).toBe(1 + 6 + 6 ** 2 + 6 ** 3 + 6 ** 4);
});

it.each(['returns', 'throws'] as const)(
  'a body that %s at once ends there, and waits for what it holds',
  async (how) => {
    const settled: string[] = [];
    let endHeld = (): void => {};
    const held = new Promise<void>((resolve) => (endHeld = resolve));
    const run = (hold: Hold): string => {
      hold(held);
      if (how === 'throws') throw new Error('thrown');
      return 'value';
    };
    const start = async () =>
      startDrive(run, { cancellation: new Cancellation(), graceMs, onSettled: ({ kind }) => void settled.push(kind) });
    expect(await start().catch((error: Error) => error.message)).toBe(how === 'throws' ? 'thrown' : 'value');
    expect([settled, vi.getTimerCount()]).toEqual([[], 1]);
    endHeld();
    await vi.advanceTimersByTimeAsync(0);
    expect([settled, vi.getTimerCount()]).toEqual([['settled'], 0]);
  },
);

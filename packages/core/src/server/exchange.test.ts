import { readStatelessEnvelope, rpcError, type Envelope } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { everySequence } from '../../../../test/lib/every-sequence.js';
import { CancelledError, type CancelKind } from '../errors.js';
import { createLog } from '../handler/log.js';
import { Exchange } from './exchange.js';

const envelope = readStatelessEnvelope({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}) as Envelope;

/** `prompt` says at once that an answer is written, `late` when it is told to, the others throw. */
type OutletKind = 'prompt' | 'late' | 'throws in notify' | 'throws in finish' | 'throws in drop';

const cancelKinds: readonly CancelKind[] = ['client', 'disconnect', 'timeout', 'shutdown'];
const events = ['notify', 'finish', 'fail', ...cancelKinds, 'written'] as const;
type Event = (typeof events)[number];

/** What can be seen of an exchange from outside. */
interface Seen {
  readonly state: string;
  /** In the order in which the outlet got them. */
  readonly frames: readonly string[];
  readonly ends: number;
  readonly frees: number;
  /** The kind that the signal has fired with. */
  readonly signal: string | undefined;
}

interface Hooks {
  readonly onEnd?: () => void;
  readonly onFree?: () => void;
  readonly onSignal?: () => void;
  readonly onFrame?: (what: string) => void;
}

/** An exchange with everything around it that an event can come from. */
class Stand {
  readonly exchange: Exchange;
  readonly warnings: string[] = [];
  hooks: Hooks = {};
  readonly #frames: string[] = [];
  #written: (() => void) | undefined;
  #ends = 0;
  #frees = 0;
  readonly #signals: string[] = [];

  constructor(kind: OutletKind) {
    const frame = (what: string, isFaulty = false): void => {
      this.#frames.push(what);
      this.hooks.onFrame?.(what);
      if (isFaulty) throw new Error(`no ${what}`);
    };
    this.exchange = new Exchange({
      id: 1,
      era: '2026-07-28',
      envelope,
      scope: {
        onEnd: () => {
          this.#ends++;
          this.hooks.onEnd?.();
        },
        onFree: () => {
          this.#frees++;
          this.hooks.onFree?.();
        },
      },
      log: createLog('test', [({ message }) => void this.warnings.push(message)]),
      outlet: {
        notify: () => frame('notify', kind === 'throws in notify'),
        finish: (json, _status, listener) => {
          frame(json.includes('"error"') ? 'error' : 'result', kind === 'throws in finish');
          if (kind === 'late') this.#written = () => listener?.onWritten();
          else listener?.onWritten();
        },
        drop: () => frame('drop', kind === 'throws in drop'),
        isOpen: () => true,
        isPressed: () => false,
        whenDrained: () => {},
      },
    });
    this.exchange.cancellation.signal.addEventListener('abort', () => {
      this.#signals.push((this.exchange.cancellation.signal.reason as CancelledError).kind);
      this.hooks.onSignal?.();
    });
  }

  do(event: Event): void {
    if (event === 'notify') this.exchange.notify('notifications/message', {});
    else if (event === 'finish') this.exchange.finish('{"result":{}}');
    else if (event === 'fail') this.exchange.fail(rpcError(-32603, 'no'), 200);
    else if (event === 'written') this.#written?.();
    else this.exchange.abort(new CancelledError(event, event));
  }

  get seen(): Seen {
    return {
      state: this.exchange.state,
      frames: this.#frames,
      ends: this.#ends,
      frees: this.#frees,
      signal: this.#signals.length > 0 ? this.#signals.join() : undefined,
    };
  }
}

/** A word for each state that an exchange can be in, and the way there. */
const ways = {
  running: [],
  'timed out': ['timeout'],
  'shut down': ['shutdown'],
  'done, not written': ['finish'],
  'done, written': ['finish', 'written'],
  cancelled: ['client'],
  disconnected: ['disconnect'],
} satisfies Record<string, readonly Event[]>;

/** What an event adds to what was seen before: frames, and the members that change. */
type Row = readonly [event: Event, change: { readonly frame?: string } & Partial<Omit<Seen, 'frames'>>];

const answered = { state: 'done', ends: 1 } as const;
const dropped = { state: 'cancelled', frame: 'drop', ends: 1, frees: 1 } as const;
const open: readonly Row[] = [
  ['notify', { frame: 'notify' }],
  ['finish', { frame: 'result', ...answered }],
  ['fail', { frame: 'error', ...answered }],
  ['written', {}],
];
/** The signal has fired, and the one answer is still to come. */
const interrupted: readonly Row[] = [
  ...open,
  ['client', dropped],
  ['disconnect', dropped],
  ['timeout', {}],
  ['shutdown', {}],
];
const over: readonly Row[] = events.map((event) => [event, {}]);

const table: Record<keyof typeof ways, readonly Row[]> = {
  running: [
    ...open,
    ['client', { ...dropped, signal: 'client' }],
    ['disconnect', { ...dropped, signal: 'disconnect' }],
    ['timeout', { signal: 'timeout' }],
    ['shutdown', { signal: 'shutdown' }],
  ],
  'timed out': interrupted,
  'shut down': interrupted,
  'done, not written': over.map(([event]) => [event, event === 'written' ? { frees: 1 } : {}]),
  'done, written': over,
  cancelled: over,
  disconnected: over,
};

describe('every event in every state', () => {
  for (const [state, rows] of Object.entries(table) as [keyof typeof ways, readonly Row[]][]) {
    it.each(rows)(`${state}: %s`, (event, { frame, ...change }) => {
      const stand = new Stand('late');
      for (const step of ways[state]) stand.do(step);
      const before = structuredClone(stand.seen);
      stand.do(event);
      expect(stand.seen).toEqual({
        ...before,
        ...change,
        frames: frame === undefined ? before.frames : [...before.frames, frame],
      });
    });

    it(`${state}: the table has every event`, () => {
      expect(rows.map(([event]) => event).toSorted()).toEqual(events.toSorted());
    });
  }
});

/** The whole machine in a few words: what must be seen after a sequence. */
function expected(kind: OutletKind, steps: readonly Event[]): Seen {
  let [state, ends, frees, isPending] = ['running', 0, 0, false];
  let signal: string | undefined;
  const frames: string[] = [];
  const end = (as: string, frame: string): void => {
    [state, ends] = [as, 1];
    frames.push(frame);
  };
  for (const step of steps) {
    if (step === 'written') {
      if (isPending) frees = 1;
    } else if (state !== 'running') {
      // Nothing may happen any more.
    } else if (step === 'notify') frames.push('notify');
    else if (step === 'finish' || step === 'fail') {
      end('done', step === 'finish' ? 'result' : 'error');
      if (kind === 'late') isPending = true;
      else frees = 1;
    } else {
      signal ??= step;
      if (step === 'timeout' || step === 'shutdown') continue;
      end('cancelled', 'drop');
      frees = 1;
    }
  }
  return { state, frames, ends, frees, signal };
}

function didWork(stand: Stand, step: Event): boolean {
  try {
    stand.do(step);
    return true;
  } catch {
    return false;
  }
}

describe('every sequence of up to four events', () => {
  it.each<OutletKind>(['prompt', 'late', 'throws in notify', 'throws in finish', 'throws in drop'])(
    'with an outlet: %s',
    (kind) => {
      const wrong: unknown[] = [];
      let count = 0;
      for (const steps of everySequence(events, 4)) {
        const stand = new Stand(kind);
        const lost = steps.filter((step) => !didWork(stand, step));
        // The answer is the one thing whose loss the caller must hear of.
        if (lost.some((step) => step !== 'finish' && step !== 'fail')) wrong.push({ steps, lost });
        // One comparison of text: ten times as fast, and there are thousands.
        const [seen, wanted] = [JSON.stringify(stand.seen), JSON.stringify(expected(kind, steps))];
        if (seen !== wanted) wrong.push({ steps, seen, wanted });
        count++;
      }
      expect(wrong.slice(0, 1)).toEqual([]);
      expect(count).toBe(1 + 8 + 8 ** 2 + 8 ** 3 + 8 ** 4);
    },
  );
});

describe('an event inside another', () => {
  const places = ['onEnd', 'onFree', 'onSignal', 'onFrame'] as const;

  it.each(places)('in %s: one answer, nothing after it, each callback once', (place) => {
    for (const outer of events) {
      for (const inner of events) {
        for (const kind of ['prompt', 'late'] as const) {
          const stand = new Stand(kind);
          // Once: a frame that is answered with a frame would go on for ever.
          let isIn = false;
          stand.hooks = {
            [place]: () => {
              if (isIn) return;
              isIn = true;
              stand.do(inner);
            },
          };
          stand.do(outer);
          stand.do('fail');
          stand.do('written');
          stand.do('client');
          const label = `${inner} in ${outer}, ${kind}`;
          const { state, frames, ends, frees, signal } = stand.seen;
          const last = frames.at(-1) ?? '';
          expect([state, ends, frees], label).toEqual([last === 'drop' ? 'cancelled' : 'done', 1, 1]);
          expect(
            frames.slice(0, -1).filter((frame) => frame !== 'notify'),
            label,
          ).toEqual([]);
          expect(signal ?? 'none', label).not.toBe(state === 'cancelled' ? 'none' : 'client');
        }
      }
    }
  });

  it('a handler that answers its own abort is not heard when the client gave it up, and is when its time is up', () => {
    for (const [kind, frames] of [
      ['client', ['drop']],
      ['timeout', ['result']],
    ] as const) {
      const stand = new Stand('prompt');
      stand.hooks = { onSignal: () => stand.do('finish') };
      stand.do(kind);
      expect(stand.seen.frames).toEqual(frames);
    }
  });
});

describe('an outlet that fails', () => {
  it('in notify, is told of once a call', () => {
    const stand = new Stand('throws in notify');
    stand.do('notify');
    stand.do('notify');
    expect(stand.warnings).toEqual(['a notification could not be sent; said once a call']);
  });

  it('in drop, is told of, and the handler is stopped all the same', () => {
    const stand = new Stand('throws in drop');
    stand.do('client');
    expect(stand.seen).toMatchObject({ state: 'cancelled', signal: 'client', frees: 1 });
    expect(stand.warnings).toEqual(['the end of a cancelled call could not be written']);
  });
});

import { createHash } from 'node:crypto';
import { ask, createServer, initMCPFusion, step, type Server } from '@mcpfusion/core';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ProgressChannel } from '../../packages/core/src/call/progress-channel.js';
import { Journal } from '../../packages/core/src/input/journal.js';
import { playLive, playRounds, type Answerer, type Seen } from '../lib/play-rounds.js';
import { programs, runAsync, runSync, type Program, type World } from './program.js';

const f = initMCPFusion();

/** All that can be seen of a call from outside: what was done counts as seen. */
interface Observed extends Omit<Seen, 'rounds'> {
  readonly effects: readonly string[];
}

type Run = typeof runAsync | typeof runSync;

/** A process. All that make `world` do something are one service. */
function start(run: Run, program: Program, effects: string[]): Server {
  const inner = f
    .mutation('inner')
    .withString('question')
    .interactive()
    .handle(async function* ({ question }) {
      yield* step('before', (_signal, { idempotencyKey }) => void effects.push(`before ${idempotencyKey}`));
      const { n } = yield* ask.form(question, { n: ask.integer() });
      yield* step('after', (_signal, { idempotencyKey }) => void effects.push(`after ${idempotencyKey}`));
      return `inner ${n}`;
    });
  const outer = f
    .action('outer')
    .interactive()
    .handle((_input, ctx) => {
      const world: World = { effects, call: (question) => ctx.call(inner, { question }) };
      return run(program, world);
    });
  return createServer({
    name: 'test',
    version: '1',
    log: false,
    development: false,
    tools: [outer],
    input: { stateKeys: 'k'.repeat(32), maxRounds: 1_000, maxStateBytes: 1_000_000 },
  });
}

/** Chance that is the same in both eras: it depends on the seed and on what the user reads. */
const roll = (seed: number, what: string): Buffer => createHash('sha256').update(`${seed} ${what}`).digest();

/** Some answer badly at first. Of several questions only `y` is refused: with two refusals the faster one wins. */
function createUser(seed: number): Answerer {
  const seenBefore = new Set<string>();
  return ({ params }) => {
    const message = params['message'] as string;
    const [mood = 0, n = 0, sure = 0, first = 0] = roll(seed, message);
    if (first < 40 && !seenBefore.has(message)) {
      seenBefore.add(message);
      return first < 20 ? { action: 'accept' } : { action: 'accept', content: { n: 'many' } };
    }
    const mayRefuse = !/ [xz]$/.test(message);
    if (mayRefuse && mood < 24) return { action: 'decline' };
    if (mayRefuse && mood < 40) return { action: 'cancel' };
    return { action: 'accept', content: { n, ...(sure < 128 ? { sure: sure < 64 } : {}) } };
  };
}

/** In 2026 some answers come later than others. */
function createClumsyUser(seed: number): Answerer {
  const answer = createUser(seed);
  let shown = 0;
  return (question) => ((roll(seed, `shown ${++shown}`)[0] ?? 0) < 40 ? undefined : answer(question));
}

/** Which call of ours a key belongs to is chance; that there are as many, and in this order, is not. */
function withoutChance(effects: readonly string[]): string[] {
  const calls: string[] = [];
  return effects.map((effect) => {
    const [, name = '', call = '', ordinal = ''] = /^(\S+) ([\da-f-]{36})-(?:.*-)?(\d+)$/.exec(effect) ?? [];
    if (!calls.includes(call)) calls.push(call);
    return `${name} of call ${calls.indexOf(call)}, step ${ordinal}`;
  });
}

async function observe(effects: string[], play: () => Promise<Seen>): Promise<Observed & { readonly rounds: number }> {
  const seen = await play();
  expect(new Set(effects).size, 'no step ran twice').toBe(effects.length);
  return { ...seen, effects: withoutChance(effects) };
}

async function observeLive(run: Run, program: Program, seed: number): Promise<Observed> {
  const effects: string[] = [];
  const server = start(run, program, effects);
  const { rounds: _rounds, ...seen } = await observe(effects, () =>
    playLive(server, { name: 'outer', answer: createUser(seed) }),
  );
  expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  return seen;
}

async function observeReplayed(
  run: Run,
  program: Program,
  seed: number,
  processes: 1 | 'many',
): Promise<Observed & { rounds: number }> {
  const effects: string[] = [];
  const one = start(run, program, effects);
  const next = (): Server => (processes === 1 ? one : start(run, program, effects));
  return observe(effects, () => playRounds(next, { name: 'outer', answer: createClumsyUser(seed) }));
}

const runs = Number(process.env['RUNS'] ?? 400);

describe.each([
  ['async', runAsync],
  ['sync', runSync],
] as const)('%s generators', (_kind, run) => {
  it.each([
    ['in one process', 1],
    ['each round in another process', 'many'],
  ] as const)(
    'what is done, shown, told and given is the same waiting and replayed, %s',
    { timeout: 300_000 },
    async (_where, processes) => {
      let rich = 0;
      await fc.assert(
        fc.asyncProperty(programs, fc.nat(), async (program, seed) => {
          const live = await observeLive(run, program, seed);
          const { rounds, ...replayed } = await observeReplayed(run, program, seed, processes);
          expect(replayed).toEqual(live);
          if (rounds > 2 && live.effects.length > 1) rich++;
        }),
        { numRuns: runs },
      );
      // Enough of them had something to replay.
      expect(rich).toBeGreaterThan(runs / 20);
    },
  );
});

/** What could be wrong, done to the journal. */
const faults: readonly (readonly [string, () => void])[] = [
  ['a journal that forgets failed steps', () => spoil((add, entry) => ('error' in entry ? undefined : add(entry)))],
  [
    'a journal that forgets refusals',
    () => spoil((add, entry) => (JSON.stringify(entry).includes('"decline"') ? undefined : add(entry))),
  ],
  ['a journal that forgets steps', () => spoil((add, entry) => (entry.kind === 'step' ? undefined : add(entry)))],
  [
    'a journal that keeps what the handler has changed',
    () =>
      spoil((add, entry) =>
        add(
          'value' in entry && entry.kind === 'step'
            ? { ...entry, value: { ...(entry.value as object), changed: 1 } }
            : entry,
        ),
      ),
  ],
  [
    'a journal that gives back another value of the same name',
    () => {
      // oxlint-disable-next-line typescript/unbound-method -- called on the journals below
      const { next } = Journal.prototype;
      vi.spyOn(Journal.prototype, 'next').mockImplementation(function (this: Journal, kind, name) {
        const entry = next.call(this, kind, name);
        return kind === 'step' && entry && 'value' in entry ? { ...entry, value: { at: 1, changed: 0 } } : entry;
      });
    },
  ],
  [
    'progress that is sent again',
    () => {
      vi.spyOn(Journal.prototype, 'isReplaying', 'get').mockReturnValue(false);
      vi.spyOn(ProgressChannel.prototype, 'goOnFrom').mockReturnValue();
    },
  ],
  [
    'keys that are counted by what runs, not by what is named',
    () => {
      let count = 0;
      vi.spyOn(Journal.prototype, 'nextStep').mockImplementation(() => ++count);
    },
  ],
];

type Add = Journal['add'];

function spoil(instead: (add: Add, entry: Parameters<Add>[0]) => void): void {
  // oxlint-disable-next-line typescript/unbound-method -- called on the journals below
  const { add } = Journal.prototype;
  vi.spyOn(Journal.prototype, 'add').mockImplementation(function (this: Journal, entry) {
    instead((added) => add.call(this, added), entry);
  });
}

describe('the property finds', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each(faults)('%s', { timeout: 120_000 }, async (_what, plant) => {
    const outcome = await fc.check(
      fc.asyncProperty(programs, fc.nat(), async (program, seed) => {
        const live = await observeLive(runAsync, program, seed);
        plant();
        try {
          const { rounds: _rounds, ...replayed } = await observeReplayed(runAsync, program, seed, 1);
          expect(replayed).toEqual(live);
        } finally {
          vi.restoreAllMocks();
        }
      }),
      { numRuns: 3_000, endOnFailure: true },
    );
    expect(outcome.failed).toBe(true);
  });
});

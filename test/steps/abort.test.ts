import { ask, createServer, initMCPFusion, step, type FusionError, type Server } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { isQuestion, takenBack, type RawFrame } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';
import { until } from '../lib/until.js';
import { openStateless } from './lib/open-stateless.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

/** Where the call is when it is ended. */
type Place = 'before' | 'step' | 'between' | 'question' | 'after' | 'finally' | 'undo';
type Kind = 'client' | 'disconnect' | 'timeout' | 'shutdown';

/** What one call did, and the gate at which it waits until its signal fires or a test lets it go on. */
class Stage {
  readonly notes: string[] = [];
  letGo!: () => void;
  readonly #gate = new Promise<void>((resolve) => (this.letGo = resolve));

  constructor(readonly place: Place) {}

  async at(place: Place, signal?: AbortSignal): Promise<void> {
    if (place !== this.place) return;
    this.notes.push(`at ${place}`);
    const aborted = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
    await Promise.race([this.#gate, aborted]);
  }
}

function serve(stage: Stage, timeoutMs?: number): Server {
  const { notes } = stage;
  const builder = f.mutation('works').interactive();
  const tool = (timeoutMs === undefined ? builder : builder.timeout(timeoutMs)).handle(async function* (_input, ctx) {
    try {
      await stage.at('before', ctx.signal);
      yield* step('step', (signal) => stage.at('step', signal));
      await stage.at('between', ctx.signal);
      yield* ask.form('Sure?', fields);
      await stage.at('after', ctx.signal);
      yield* step('last', () => void notes.push('last'));
      return 'over';
    } catch (error) {
      notes.push(`caught ${(error as FusionError).code}`);
      throw error;
    } finally {
      await stage.at('finally');
      yield* step('undo', async (signal) => {
        notes.push(signal.aborted ? 'undo, too late' : 'undo');
        await stage.at('undo', signal);
      });
      try {
        yield* ask.form('Late?', fields);
      } catch (error) {
        notes.push(`late ${(error as FusionError).code}`);
      }
      notes.push('end');
    }
  });
  return createServer({ name: 'test', version: '1', log: false, development: false, graceMs: 5_000, tools: [tool] });
}

/** A client that can end its call in its own ways. */
interface Caller {
  readonly frames: readonly RawFrame[];
  end(kind: Kind): void;
}

/** Brings a call to its place. */
type Begin = (server: Server, stage: Stage) => Promise<Caller>;

const beginSession: Begin = async (server, stage) => {
  const session = await openSession(server);
  void session.begin(1, 'works');
  if (['question', 'after', 'finally', 'undo'].includes(stage.place)) {
    const { id } = await session.question();
    if (stage.place !== 'question') session.answer(id, yes);
  }
  const cancel = (): void => session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
  return { frames: session.frames, end: (kind) => (kind === 'client' ? cancel() : session.close()) };
};

const beginStateless: Begin = async (server, stage) => {
  const client = openStateless(server);
  if (!['after', 'undo'].includes(stage.place)) void client.call('works');
  else {
    const { result } = await client.call('works');
    void client.call('works', { requestState: result?.requestState, inputResponses: { 'ask-1': yes } });
  }
  return { frames: client.frames, end: (kind) => (kind === 'client' ? client.cancel() : client.close()) };
};

/** Of a session alone: without one no call runs while its user is asked. */
const places: readonly Place[] = ['before', 'step', 'between', 'question', 'after', 'finally', 'undo'];
const cleanedUp = ['undo', 'late CANCELLED', 'end'];
const expected: Readonly<Record<Place, readonly string[]>> = {
  before: ['at before', ...cleanedUp],
  step: ['at step', ...cleanedUp],
  between: ['at between', ...cleanedUp],
  question: cleanedUp,
  after: ['at after', ...cleanedUp],
  // It was at its end by itself: what its `finally` has not begun is left.
  finally: ['last', 'at finally'],
  undo: ['last', 'undo', 'at undo'],
};

const begins = { '2025-11-25': beginSession, '2026-07-28': beginStateless } as const;
const cases = (['2025-11-25', '2026-07-28'] as const).flatMap((era) =>
  places
    // Without a session no call runs while its user is asked, and its finally blocks run at the question first.
    .filter((place) => era === '2025-11-25' || !['question', 'finally'].includes(place))
    .flatMap((place) =>
      (['client', 'disconnect', 'timeout', 'shutdown'] as const)
        // A person has all the time there is.
        .filter((kind) => kind !== 'timeout' || place !== 'question')
        .map((kind) => ({ era, place, kind })),
    ),
);

describe('a generator that is ended from outside', () => {
  it.each(cases)(
    '$era, at "$place", by $kind: silence or one answer, and its finally blocks run',
    async ({ era, place, kind }) => {
      const stage = new Stage(place);
      const server = serve(stage, kind === 'timeout' ? 150 : undefined);
      const caller = await begins[era](server, stage);
      const { frames } = caller;
      if (place !== 'question') await until(() => stage.notes.includes(`at ${place}`));
      const before = frames.length;
      const closed = kind === 'shutdown' ? server.close({ drainMs: 0 }) : undefined;
      if (kind === 'timeout') await until(() => frames.length > before);
      else if (kind !== 'shutdown') caller.end(kind);
      if (place === 'finally') {
        await new Promise(setImmediate);
        stage.letGo();
      }
      await until(() => server.counts().running === 0);
      await closed;
      expect(stage.notes).toEqual(expected[place]);
      expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
      const told = frames.slice(before).filter(({ method }) => method === undefined);
      const codes = told.map(({ result }) => result?._meta?.['dev.mcpfusion/error']?.code);
      expect(codes).toEqual({ client: [], disconnect: [], timeout: ['TIMEOUT'], shutdown: ['SHUTTING_DOWN'] }[kind]);
      expect(takenBack(frames)).toEqual(place === 'question' ? frames.filter(isQuestion).map(({ id }) => id) : []);
    },
  );

  it.each([
    [false, []],
    [true, ['undo']],
  ])(
    'whose body the cancel throws out of a wait of its own: its first step runs if it cleansUp: %s',
    async (cleansUp, undone) => {
      const notes: string[] = [];
      const tool = f
        .mutation('works')
        .interactive()
        .handle(async function* (_input, ctx) {
          try {
            notes.push('waits');
            await new Promise((_resolve, reject) =>
              ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error)),
            );
          } finally {
            notes.push('plain');
            yield* step('undo', () => void notes.push('undo'), { cleansUp });
          }
        });
      const server = createServer({ name: 'test', version: '1', log: false, development: false, tools: [tool] });
      const session = await openSession(server);
      void session.begin(1, 'works');
      await until(() => notes.includes('waits'));
      session.send({ method: 'notifications/cancelled', params: { requestId: 1 } });
      await until(() => server.counts().running === 0);
      // Whether a body that goes on by itself is in a finally or in the middle of its work cannot be told from outside.
      expect(notes).toEqual(['waits', 'plain', ...undone]);
    },
  );
});

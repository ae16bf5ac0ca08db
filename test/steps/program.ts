import { ask, InputRefusedError, progress, step, StepError, type FusionError } from '@mcpfusion/core';
import fc from 'fast-check';

/** A small language of handlers. */
export type Statement =
  | { readonly do: 'progress'; readonly percent: number }
  | { readonly do: 'pause' }
  | { readonly do: 'return' }
  | { readonly do: 'noise' | 'ask' | 'throw' }
  | { readonly do: 'step'; readonly name: string; readonly fails: boolean }
  | { readonly do: 'call'; readonly inStep: boolean }
  | { readonly do: 'askAll'; readonly keys: readonly string[] }
  | { readonly do: 'branch'; readonly yes: Program; readonly no: Program }
  | { readonly do: 'loop'; readonly times: number; readonly body: Program }
  | { readonly do: 'helper'; readonly body: Program }
  | {
      readonly do: 'try';
      readonly body: Program;
      readonly caught: Program | undefined;
      readonly rethrows: boolean;
      readonly finally: Program;
    };

export type Program = readonly Statement[];

export const programs: fc.Arbitrary<Program> = fc.letrec<{ program: Program; statement: Statement }>((tie) => ({
  program: fc.array(tie('statement'), { maxLength: 4 }),
  statement: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('step' as const),
        name: fc.constantFrom('a', 'b', 'c'),
        fails: fc.nat(4).map((n) => n === 0),
      }),
    },
    { weight: 4, arbitrary: fc.constant<Statement>({ do: 'ask' }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('progress' as const), percent: fc.nat(100) }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Statement>({ do: 'noise' }, { do: 'pause' }, { do: 'throw' }, { do: 'return' }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('call' as const), inStep: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('askAll' as const),
        keys: fc.constantFrom(['x'], ['x', 'y'], ['x', 'y', 'z']),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('branch' as const), yes: tie('program'), no: tie('program') }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('loop' as const),
        times: fc.integer({ min: 1, max: 3 }),
        body: tie('program'),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('helper' as const), body: tie('program') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('try' as const),
        body: tie('program'),
        caught: fc.option(tie('program'), { nil: undefined }),
        rethrows: fc.boolean(),
        finally: tie('program'),
      }),
    },
  ),
})).program;

/** What the steps of a handler do to the world, and what the handler may do by others. */
export interface World {
  /** `name key`: each step as it ran, with its idempotency key. */
  readonly effects: string[];
  /** Calls a tool that asks. */
  call(question: string): Promise<unknown>;
}

/** What a handler remembers, so that all that it saw shows in its result and in its branches. */
class Memory {
  readonly seen: string[] = [];
  #questions = 0;

  note(value: unknown): void {
    this.seen.push(JSON.stringify(value) ?? 'nothing');
  }

  /** A coin that depends on everything seen. */
  get isOdd(): boolean {
    return Buffer.from(this.seen.join()).reduce((sum, byte) => sum + byte, 0) % 2 === 1;
  }

  nextQuestion(): string {
    return `Question ${++this.#questions}`;
  }
}

type Simple = Exclude<Statement, { do: 'pause' | 'return' | 'helper' | 'branch' | 'loop' | 'try' }>;
type Flow = 'returned' | undefined;

/** The program as an async generator. */
export async function* runAsync(
  program: Program,
  world: World,
): AsyncGenerator<unknown, { seen: string[] }, undefined> {
  const memory = new Memory();
  let isHandling = 0;
  yield* block(program);
  return { seen: memory.seen };

  async function* block(statements: Program): AsyncGenerator<unknown, Flow, undefined> {
    for (const statement of statements) {
      if (statement.do === 'pause') await new Promise((resolve) => setImmediate(resolve));
      else if (statement.do === 'call' && !statement.inStep && isHandling === 0)
        memory.note(await world.call(memory.nextQuestion()));
      else if ((yield* one(statement)) === 'returned') return 'returned';
    }
    return undefined;
  }

  /** What is called where `INPUT_REQUIRED` was caught runs too early, unless it is called in a step. */
  async function* handling(statements: Program): AsyncGenerator<unknown, Flow, undefined> {
    isHandling++;
    try {
      return yield* block(statements);
    } finally {
      isHandling--;
    }
  }

  async function* one(statement: Statement): AsyncGenerator<unknown, Flow, undefined> {
    switch (statement.do) {
      case 'pause':
        return undefined;
      case 'return':
        return 'returned';
      case 'helper':
        return yield* block(statement.body);
      case 'branch':
        return yield* block(memory.isOdd ? statement.yes : statement.no);
      case 'loop':
        for (let i = 0; i < statement.times; i++) if ((yield* block(statement.body)) === 'returned') return 'returned';
        return undefined;
      case 'try':
        try {
          return yield* block(statement.body);
        } catch (error) {
          if (!statement.caught) throw error;
          memory.note(describeError(error));
          const flow = yield* handling(statement.caught);
          if (statement.rethrows) throw error;
          return flow;
        } finally {
          yield* handling(statement.finally);
        }
      default:
        yield* simple(statement, memory, world);
        return undefined;
    }
  }
}

/** The same as a sync generator, in which nothing can be awaited: it pauses not, and calls in steps. */
export function* runSync(program: Program, world: World): Generator<unknown, { seen: string[] }, undefined> {
  const memory = new Memory();
  yield* block(program);
  return { seen: memory.seen };

  function* block(statements: Program): Generator<unknown, Flow, undefined> {
    for (const statement of statements) if ((yield* one(statement)) === 'returned') return 'returned';
    return undefined;
  }

  function* one(statement: Statement): Generator<unknown, Flow, undefined> {
    switch (statement.do) {
      case 'pause':
        return undefined;
      case 'return':
        return 'returned';
      case 'helper':
        return yield* block(statement.body);
      case 'branch':
        return yield* block(memory.isOdd ? statement.yes : statement.no);
      case 'loop':
        for (let i = 0; i < statement.times; i++) if ((yield* block(statement.body)) === 'returned') return 'returned';
        return undefined;
      case 'try':
        try {
          return yield* block(statement.body);
        } catch (error) {
          if (!statement.caught) throw error;
          memory.note(describeError(error));
          const flow = yield* block(statement.caught);
          if (statement.rethrows) throw error;
          return flow;
        } finally {
          yield* block(statement.finally);
        }
      default:
        yield* simple(statement, memory, world);
        return undefined;
    }
  }
}

/** Statements that hold no others: a sync helper, which both kinds of generator may use. */
function* simple(statement: Simple, memory: Memory, world: World) {
  switch (statement.do) {
    case 'progress':
      yield progress(statement.percent, memory.seen.join().slice(-20));
      break;
    case 'noise':
      yield { anything: 'else' };
      break;
    case 'step': {
      const { name, fails } = statement;
      // Its value says how many effects came before it: whatever runs twice, or in another order, shows.
      const value = yield* step(name, async (_signal, { idempotencyKey }) => {
        world.effects.push(`${name} ${idempotencyKey}`);
        const at = world.effects.length;
        if (fails) throw Object.assign(new RangeError(`${name} failed at ${at}`), { code: 'EFAIL' });
        return { at, changed: 0 };
      });
      memory.note(value);
      value.changed = 1;
      break;
    }
    case 'call': {
      const question = memory.nextQuestion();
      memory.note(yield* step('call', async () => (await world.call(question)) as string));
      break;
    }
    case 'ask': {
      const answer = yield* ask.form(memory.nextQuestion(), { n: ask.integer(), sure: ask.boolean().optional() });
      memory.note(answer);
      answer.n = -1;
      break;
    }
    case 'askAll': {
      const question = memory.nextQuestion();
      const forms = statement.keys.map((key) => [key, ask.form(`${question} ${key}`, { n: ask.integer() })] as const);
      memory.note(yield* ask.all(Object.fromEntries(forms)));
      break;
    }
    case 'throw':
      throw new Error('thrown by the handler');
  }
}

/** An error as far as a handler may rely on it. */
function describeError(error: unknown): unknown {
  if (error instanceof StepError) return [error.name, error.step, error.errorName, error.code, error.message];
  if (error instanceof InputRefusedError) return [error.code, error.action, error.key];
  const { name, code, message } = error as FusionError;
  return [name, code, message];
}

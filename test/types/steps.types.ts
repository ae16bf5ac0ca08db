/** Type tests of generators that ask and step by `yield*`, like those in `builder.types.ts`. */
import {
  ask,
  FusionError,
  initMCPFusion,
  InputRefusedError,
  progress,
  step,
  StepError,
  type JsonOnly,
  type JsonValue,
  type StepFunction,
  type ToolResult,
  type YieldStar,
} from '@mcpfusion/core';
import { expectTypeOf } from 'vitest';

const f = initMCPFusion();

// ── What `yield*` gives ──────────────────────────────────────────────────────
interface Filled {
  name: string;
  nick?: string;
  age: number;
  size: 's' | 'l';
  tags: ('x' | 'y')[];
}
const fields = {
  name: ask.string('Name').min(1),
  nick: ask.string().optional(),
  age: ask.integer().default(18),
  size: ask.enum(['s', 'l']),
  tags: ask.multiEnum(['x', 'y']),
};

const waits = f
  .action('waits')
  .withString('id')
  .interactive()
  .handle(async function* ({ id }) {
    yield progress(10);
    expectTypeOf(yield* ask.form('Who?', fields)).branded.toEqualTypeOf<Filled>();
    expectTypeOf(yield* ask.url('Go', 'https://page.example')).toEqualTypeOf<void>();
    const all = yield* ask.all({ who: ask.form('Who?', { name: ask.string() }), go: ask.url('Go', new URL('x:y')) });
    expectTypeOf(all).branded.toEqualTypeOf<{ who: { name: string }; go: void }>();
    return { id, name: all.who.name };
  });
expectTypeOf<ToolResult<typeof waits>>().toEqualTypeOf<{ id: string; name: string }>();

const steps = f
  .action('steps')
  .interactive()
  .handle(function* () {
    const { confirm } = yield* ask.form('Sure?', { confirm: ask.boolean() });
    expectTypeOf(confirm).toEqualTypeOf<boolean>();
    const env = yield* step('create env', async () => ({ id: 'x' }));
    expectTypeOf(env).toEqualTypeOf<{ id: string }>();
    return confirm ? env.id : 0;
  });
expectTypeOf<ToolResult<typeof steps>>().toEqualTypeOf<string | 0>();

// ── Helpers ──────────────────────────────────────────────────────────────────
async function* confirmed(id: string) {
  yield progress(50);
  const { ok } = yield* ask.form('Sure?', { ok: ask.boolean() });
  return { id, ok };
}
function* stamped() {
  return yield* step('time', () => Date.now());
}
async function* annotated(): AsyncGenerator<unknown, boolean, undefined> {
  yield progress(1);
  const { ok } = yield* ask.form('?', { ok: ask.boolean() });
  return ok;
}
function* annotatedSync(): Generator<unknown, number, undefined> {
  return yield* step('time', () => Date.now());
}
const helped = f
  .action('helped')
  .interactive()
  .handle(async function* () {
    expectTypeOf(yield* stamped()).toEqualTypeOf<number>();
    expectTypeOf(yield* annotated()).toEqualTypeOf<boolean>();
    expectTypeOf(yield* annotatedSync()).toEqualTypeOf<number>();
    return yield* confirmed('a');
  });
expectTypeOf<ToolResult<typeof helped>>().toEqualTypeOf<{ id: string; ok: boolean }>();
const returned = f
  .action('returned')
  .withString('id')
  .interactive()
  .handle((input) => confirmed(input.id));
expectTypeOf<ToolResult<typeof returned>>().toEqualTypeOf<{ id: string; ok: boolean }>();

// Steps need no user.
const alone = f.action('alone').handle(async function* () {
  yield undefined as unknown;
  return yield* step('x', () => 1);
});
expectTypeOf<ToolResult<typeof alone>>().toEqualTypeOf<number>();

// ── What a step gives ────────────────────────────────────────────────────────
interface Env {
  readonly id: string;
  readonly size?: number;
  readonly tags: readonly string[];
  readonly parent: Env | null;
}
declare function createEnv(signal: AbortSignal): Promise<Env>;
class Account {
  constructor(readonly id: string) {}
  close(): void {}
}
declare function parse(): unknown;

f.action('values').handle(async function* () {
  expectTypeOf(yield* step('interface', createEnv)).toEqualTypeOf<Env>();
  const literal = yield* step('literal', async (signal, { idempotencyKey }) => ({
    on: signal.aborted,
    key: idempotencyKey,
  }));
  expectTypeOf(literal).toEqualTypeOf<{ on: boolean; key: string }>();
  expectTypeOf(yield* step('nothing', async () => {})).toEqualTypeOf<void>();
  expectTypeOf(yield* step('sync', () => 1 as number)).toEqualTypeOf<number>();
  expectTypeOf(yield* step('null', async () => (literal.on ? { id: 1 } : null))).toEqualTypeOf<{ id: number } | null>();
  expectTypeOf(yield* step('unknown', parse)).toEqualTypeOf<unknown>();
  expectTypeOf(yield* step('inside', () => ({ body: parse() }))).toEqualTypeOf<{ body: unknown }>();
  expectTypeOf(yield* step('tuple', () => [1, 'x'] as const)).toEqualTypeOf<readonly [1, 'x']>();

  // @ts-expect-error "a Date is not JSON: return it.toISOString()"
  yield* step('date', async () => new Date());
  // @ts-expect-error "a Date at when is not JSON: return it.toISOString()"
  yield* step('date inside', async () => ({ when: new Date() }));
  // @ts-expect-error "a bigint at list[].n is not JSON: return String(it)"
  yield* step('bigint', async () => ({ list: [{ n: 1n }] }));
  // @ts-expect-error "a function is not JSON"
  yield* step('function', async () => () => 1);
  // @ts-expect-error "an object with methods is not JSON: return plain data"
  yield* step('class', async () => new Account('x'));
  // @ts-expect-error "a Map or Set is not JSON: return [...it]"
  yield* step('map', async () => new Map([['a', 1]]));
  // @ts-expect-error "a symbol is not JSON"
  yield* step('symbol', () => Symbol('x'));
  // @ts-expect-error Expected 2-3 arguments, but got 1
  yield* step(() => 1);
});

// A helper that is generic over a step's value hands the check on.
function* traced<TValue>(name: string, run: ((signal: AbortSignal) => Promise<TValue>) & JsonOnly<TValue>) {
  yield `${name} begins`;
  return yield* step(name, run);
}
f.action('generic').handle(async function* () {
  expectTypeOf(yield* traced('x', async () => ({ a: 1 }))).toEqualTypeOf<{ a: number }>();
  // @ts-expect-error "a Date at a is not JSON: return it.toISOString()"
  yield* traced('x', async () => ({ a: new Date() }));
});

// ── `yield*` is forgotten ────────────────────────────────────────────────────
f.action('forgets')
  .interactive()
  .handle(async function* () {
    yield 1;
    const question = ask.form('Sure?', { confirm: ask.boolean() });
    expectTypeOf(question).toEqualTypeOf<YieldStar<{ confirm: boolean }, 'question'>>();
    // @ts-expect-error Property 'confirm' does not exist on type 'Question<{ confirm: boolean; }>'
    const { confirm } = ask.form('Sure?', { confirm: ask.boolean() });
    // @ts-expect-error … is not assignable to type 'boolean'
    const direct: boolean = ask.form('Sure?', { confirm: ask.boolean() });
    // @ts-expect-error Property 'id' does not exist on type 'YieldStar<{ id: string; }, "step">'
    const { id } = step('x', async () => ({ id: 'x' }));
    // @ts-expect-error Property 'confirm' does not exist on type 'WriteYieldStarInFront'
    const { confirm: awaited } = await ask.form('Sure?', { confirm: ask.boolean() });
    return [confirm, direct, id, awaited];
  });
f.action('async.yield')
  .interactive()
  // @ts-expect-error "write `yield*` in front of ask.…() and step()"
  .handle(async function* () {
    yield ask.form('Sure?', { confirm: ask.boolean() });
    return 1;
  });
// A compiler must not crash at it.
function* forgetful() {
  yield 1;
  return ask.form('Sure?', { confirm: ask.boolean() });
}
f.action('in.a.helper')
  .interactive()
  .handle(async function* () {
    // @ts-expect-error Property 'confirm' does not exist on type 'WriteYieldStarInFront'
    const { confirm } = yield* forgetful();
    // @ts-expect-error "a step cannot ask, nor hold a step: write it in the handler, with `yield*`"
    yield* step('asks', () => ask.form('Sure?', { confirm: ask.boolean() }));
    // @ts-expect-error "a step cannot ask, nor hold a step: write it in the handler, with `yield*`"
    yield* step('holds', async () => step('inner', () => 1));
    return [confirm];
  });
// @ts-expect-error "write `yield*` in front of ask.…() and step()"
f.action('plain').handle(async () => ask.url('Go', 'https://page.example'));

// In a sync generator nothing is awaited; there the handler's own type is looked at.
f.action('sync.yield')
  .interactive()
  // @ts-expect-error "write `yield*` in front of ask.…() and step()"
  .handle(function* () {
    yield ask.url('Go', 'https://page.example');
    return 1;
  });
// @ts-expect-error "write `yield*` in front of ask.…() and step()"
f.action('sync.yield.step').handle(function* () {
  yield step('x', () => 1);
  return 1;
});
f.action('sync.return')
  .interactive()
  // @ts-expect-error "write `yield*` in front of ask.…() and step()"
  .handle(function* () {
    yield 1;
    return ask.url('Go', 'https://page.example');
  });
// @ts-expect-error "write `yield*` in front of ask.…() and step()"
f.action('plain.sync').handle(() => step('x', () => 1));
f.action('mixed')
  .interactive()
  .handle(async function* () {
    // @ts-expect-error Type '"step"' is not assignable to type '"question"'
    yield* ask.all({ a: step('x', () => 1) });
    // @ts-expect-error must have a '[Symbol.asyncIterator]()' method
    yield* ask.boolean('Sure?');
    // @ts-expect-error must have a '[Symbol.asyncIterator]()' method
    yield* step;
  });

// ── Errors ───────────────────────────────────────────────────────────────────
f.action('errors')
  .interactive()
  .handle(async function* () {
    try {
      yield* ask.url('Go', 'https://page.example');
    } catch (error) {
      if (error instanceof InputRefusedError) {
        expectTypeOf(error).toEqualTypeOf<InputRefusedError>();
        expectTypeOf(error.action).toEqualTypeOf<'decline' | 'cancel'>();
        expectTypeOf(error.key).toEqualTypeOf<string | undefined>();
        expectTypeOf(error.code).toEqualTypeOf<string>();
      } else if (error instanceof StepError) {
        expectTypeOf(error.step).toEqualTypeOf<string>();
        expectTypeOf(error.errorName).toEqualTypeOf<string>();
        expectTypeOf(error.code).toEqualTypeOf<string | undefined>();
        // @ts-expect-error Property 'action' does not exist on type 'StepError'
        void error.action;
      } else if (error instanceof FusionError) expectTypeOf(error.code).toEqualTypeOf<string>();
      else expectTypeOf(error).toEqualTypeOf<unknown>();
    }
  });

// ── JSON that is made of itself ──────────────────────────────────────────────
type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
declare const json: Json;
declare const ours: JsonValue;
declare const tree: Tree;
f.action('recursive').handle(async function* () {
  expectTypeOf(yield* step('json', () => json)).toEqualTypeOf<Json>();
  expectTypeOf(yield* step('ours', async () => ours)).toEqualTypeOf<JsonValue>();
  expectTypeOf(yield* step('tree', async () => tree)).toEqualTypeOf<Tree>();
  expectTypeOf(
    yield* step('never', (): never => {
      throw new Error('x');
    }),
  ).toEqualTypeOf<never>();
});

// ── Parts that may be missing ────────────────────────────────────────────────
declare const isLong: boolean;
f.action('optional')
  .interactive()
  .handle(async function* () {
    const { a, b } = yield* ask.all({
      ...(isLong ? { a: ask.form('A', { n: ask.integer() }) } : {}),
      b: ask.form('B', { n: ask.integer() }),
    });
    expectTypeOf(a?.n).toEqualTypeOf<number | undefined>();
    expectTypeOf(b).toEqualTypeOf<{ n: number }>();
  });

// ── Helpers around steps ─────────────────────────────────────────────────────
function* retry<TValue>(name: string, times: number, run: StepFunction<TValue> & JsonOnly<TValue>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return yield* step(name, run);
    } catch (error) {
      if (attempt === times) throw error;
    }
  }
}
f.action('helpers').handle(async function* () {
  expectTypeOf(yield* retry('x', 3, async () => ({ a: 1 }))).toEqualTypeOf<{ a: number }>();
  yield* step('undo', () => {}, { cleansUp: true });
});

/** Type tests of tools that ask, like those in `builder.types.ts`. */
import {
  ask,
  initMCPFusion,
  inputResponse,
  readInput,
  readRequestState,
  requireInput,
  type Answers,
  type ElicitResponse,
  type InputRequired,
  type JsonValue,
  type ToolResult,
} from '@mcpfusion/core';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';

const f = initMCPFusion();
declare function getInvoice(id: string): Promise<{ readonly id: string; readonly cents: number }>;
declare function refund(invoice: { readonly id: string }): Promise<void>;

// ── Forms: what their answers are ────────────────────────────────────────────
const fields = {
  name: ask.string('Name').min(1).max(9),
  nick: ask.string().optional(),
  age: ask.integer().min(0).default(18),
  share: ask.number(),
  sure: ask.boolean('Sure?'),
  size: ask.enum(['s', 'l']),
  color: ask.enum({ red: 'Red', blue: 'Blue' }).optional(),
  tags: ask.multiEnum(['x', 'y']).min(1),
  more: ask.multiEnum({ a: 'A' }).optional(),
  raw: ask.schema<'a' | 'b'>({ type: 'string', enum: ['a', 'b'] }),
  late: ask.string().optional().default('x'),
};
interface Filled {
  name: string;
  nick?: string;
  age: number;
  share: number;
  sure: boolean;
  size: 's' | 'l';
  color?: 'red' | 'blue';
  tags: ('x' | 'y')[];
  more?: 'a'[];
  raw: 'a' | 'b';
  late: string;
}
expectTypeOf<Answers<typeof fields>>().branded.toEqualTypeOf<Filled>();
// @ts-expect-error Argument of type '"m"' is not assignable
ask.enum(['s', 'l']).default('m');
// @ts-expect-error Type '"z"' is not assignable to type '"x" | "y"'
ask.multiEnum(['x', 'y']).default(['z']);
// @ts-expect-error Argument of type 'number' is not assignable to parameter of type 'string'
ask.string().default(1);
// @ts-expect-error Property 'min' does not exist on type 'BooleanField<false>'
ask.boolean().min(1);
// @ts-expect-error Argument of type '"ipv4"' is not assignable
ask.string().format('ipv4');
// @ts-expect-error not assignable to type 'AskField
requireInput.elicit('x', { a: 'string' });

// ── Readers ──────────────────────────────────────────────────────────────────
f.action('reads')
  .interactive({ needs: ['form', 'url'], onRefusal: 'reenter' })
  .handle((_input, ctx) => {
    expectTypeOf(readInput(fields)).branded.toEqualTypeOf<Filled | undefined>();
    expectTypeOf(ctx.readInput('key', fields)).branded.toEqualTypeOf<Filled | undefined>();
    expectTypeOf(readInput('name')).toEqualTypeOf<JsonValue | undefined>();
    expectTypeOf(ctx.readInput<boolean>('sure')).toEqualTypeOf<boolean | undefined>();
    expectTypeOf(inputResponse<ElicitResponse>()?.action).toEqualTypeOf<'accept' | 'decline' | 'cancel' | undefined>();
    expectTypeOf(readRequestState<{ n: number }>()).toEqualTypeOf<{ n: number } | undefined>();
    // @ts-expect-error Type 'Date' does not satisfy the constraint
    return readInput<Date>('name');
  });
// @ts-expect-error Type '"forms"' is not assignable to type
f.action('x').interactive({ needs: ['forms'] });

// ── What a tool gives is never a question ────────────────────────────────────
const plain = f
  .mutation('refund')
  .withString('id', 'Invoice ID')
  .interactive()
  .handle(async (input) => {
    const invoice = await getInvoice(input.id);
    const confirm = readInput('confirm');
    if (!confirm) {
      return requireInput.elicit(`Refund ${invoice.cents} cents?`, { confirm: ask.boolean('Approve the refund') });
    }
    await refund(invoice);
    return `refunded ${invoice.id}`;
  });
expectTypeOf<ToolResult<typeof plain>>().toEqualTypeOf<string>();

const generator = f
  .action('generates')
  .interactive()
  .handle(async function* (_input, ctx) {
    yield { progress: 1 };
    if (!ctx.readInput('ok')) return requireInput.url('Go', 'https://x.example');
    return [1];
  });
expectTypeOf<ToolResult<typeof generator>>().toEqualTypeOf<number[]>();

const checked = f
  .action('checked')
  .output(z.object({ n: z.number() }))
  .interactive()
  .handle((_input, ctx) => {
    if (!ctx.readInput('ok')) return requireInput({ inputRequests: { a: requireInput.roots() }, state: [1] });
    return { n: 1 };
  });
expectTypeOf<ToolResult<typeof checked>>().toEqualTypeOf<{ n: number }>();

const only = f
  .action('only')
  .interactive()
  .handle(() => requireInput.elicit('x', { ok: ask.boolean() }));
expectTypeOf<ToolResult<typeof only>>().toEqualTypeOf<never>();

f.action('wrong')
  .output(z.object({ n: z.number() }))
  .interactive()
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  .handle((_input, ctx) => (ctx.readInput('ok') ? { n: 'x' } : requireInput.roots()));

f.action('outer')
  .interactive()
  .handle(async (_input, ctx) => {
    expectTypeOf(await ctx.call(plain, { id: 'a' })).toEqualTypeOf<string>();
    expectTypeOf(await ctx.call(checked, {})).toEqualTypeOf<{ n: number }>();
    // @ts-expect-error Property 'id' is missing
    await ctx.call(plain, {});
  });
expectTypeOf(requireInput.elicit('x', fields)).toEqualTypeOf<InputRequired>();

// ── `.interactive()` is forgotten ────────────────────────────────────────────
// @ts-expect-error "call .interactive() before .handle(): this handler asks its user"
f.action('asks.by.return').handle(async (input) =>
  'x' in input ? 1 : requireInput.elicit('?', { ok: ask.boolean() }),
);
// @ts-expect-error "call .interactive() before .handle(): this handler asks its user"
f.action('asks.in.a.generator').handle(async function* () {
  return (yield* ask.form('?', { ok: ask.boolean() })).ok;
});
function* asking() {
  yield* ask.url('Consent', 'https://example.com', { until: 'consent' });
  return 1;
}
// @ts-expect-error "call .interactive() before .handle(): this handler asks its user"
f.action('asks.in.a.helper').handle(() => asking());
f.action('asks.in.time')
  .interactive()
  .withString('later')
  .handle(() => asking());

/**
 * Type tests: that this file compiles is the test. Words behind `@ts-expect-error`
 * must stand in the compiler's message; `type-errors.test.ts` looks.
 */
import {
  createServer,
  image,
  initMCPFusion,
  progress,
  text,
  type CallContext,
  type ContentBlock,
  type ServerOptions,
  type ToolArguments,
  type ToolDefinition,
  type ToolInput,
  type ToolResult,
} from '@mcpfusion/core';
import { discoverTools } from '@mcpfusion/core/node';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { expectTypeOf } from 'vitest';
import { z } from 'zod';

interface AppContext {
  readonly tenant: string;
}
interface User {
  readonly name: string;
}
const f = initMCPFusion<AppContext>();

// ── Fields: what the handler gets ────────────────────────────────────────────
const fields = f
  .mutation('all.fields')
  .describe('x')
  .withString('id', 'Invoice ID')
  .withString('note', 'Note', { optional: true, max: 200 })
  .withNumber('cents', 'Amount', { min: 1 })
  .withInteger('limit', 'Limit', { default: 10 })
  .withBoolean('force')
  .withEnum('currency', ['eur', 'usd'])
  .withEnum('speed', ['slow', 'fast'], 'Speed', { optional: true })
  .withArray('tags', 'string')
  .withArray('counts', 'integer', 'Counts', { optional: true });
interface Input {
  id: string;
  note?: string;
  cents: number;
  limit: number;
  force: boolean;
  currency: 'eur' | 'usd';
  speed?: 'slow' | 'fast';
  tags: string[];
  counts?: number[];
}

// ── Every kind of handler: input, ctx and result are inferred ────────────────
const asynchronous = fields.handle(async (input, ctx) => {
  expectTypeOf(input).branded.toEqualTypeOf<Input>();
  expectTypeOf(ctx.tenant).toEqualTypeOf<string>();
  expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
  expectTypeOf(ctx).toExtend<CallContext>();
  return { id: input.id };
});
expectTypeOf<ToolInput<typeof asynchronous>>().branded.toEqualTypeOf<Input>();
expectTypeOf<ToolResult<typeof asynchronous>>().toEqualTypeOf<{ id: string }>();

const asyncGenerator = fields.handle(async function* (input, ctx) {
  expectTypeOf(input).branded.toEqualTypeOf<Input>();
  expectTypeOf(ctx.log.info).toBeFunction();
  const reply = yield progress(30, 'x');
  expectTypeOf(reply).toEqualTypeOf<undefined>();
  yield 'ignored';
  yield { anything: [1, 2] };
  return [input.currency];
});
expectTypeOf<ToolResult<typeof asyncGenerator>>().toEqualTypeOf<('eur' | 'usd')[]>();

const syncGenerator = fields.handle(function* (input, ctx) {
  expectTypeOf(input).branded.toEqualTypeOf<Input>();
  yield progress({ progress: 3, total: 7 });
  return ctx.tenant;
});
expectTypeOf<ToolResult<typeof syncGenerator>>().toEqualTypeOf<string>();

async function* helper(id: string) {
  yield progress(50);
  return { id, ok: true };
}
const returningGenerator = fields.handle((input) => helper(input.id));
expectTypeOf<ToolResult<typeof returningGenerator>>().toEqualTypeOf<{ id: string; ok: boolean }>();

const nested = fields.handle(async function* (input) {
  const inner = yield* helper(input.id);
  expectTypeOf(inner).toEqualTypeOf<{ id: string; ok: boolean }>();
  return inner.ok;
});
expectTypeOf<ToolResult<typeof nested>>().toEqualTypeOf<boolean>();

const plain = fields.handle((input) => input.cents);
expectTypeOf<ToolResult<typeof plain>>().toEqualTypeOf<number>();

const none = f.action('no.fields').handle(async (input) => Object.keys(input).length);
expectTypeOf<ToolInput<typeof none>>().toEqualTypeOf<{}>();

const blocks = f.action('blocks').handle(async () => [text('a'), image('AAAA', 'image/png')]);
expectTypeOf<ToolResult<typeof blocks>>().toEqualTypeOf<ContentBlock[]>();

// ── Options whose values are not known to the compiler ───────────────────────
declare const isOptional: boolean;
declare const maybeDefault: string | undefined;
const unsure = f
  .action('unsure')
  .withString('a', 'x', { optional: isOptional })
  .withString('b', 'x', { ...(isOptional ? { optional: true } : {}) })
  .withString('c', 'x', maybeDefault === undefined ? {} : { default: maybeDefault })
  .withString('d', 'x', { optional: isOptional, default: 'x' })
  .withString('e', 'x', { optional: false })
  .handle(async (input) => input);
expectTypeOf<ToolInput<typeof unsure>['a']>().toEqualTypeOf<string | undefined>();
expectTypeOf<ToolInput<typeof unsure>['b']>().toEqualTypeOf<string | undefined>();
expectTypeOf<ToolInput<typeof unsure>['c']>().toEqualTypeOf<string>();
expectTypeOf<ToolInput<typeof unsure>['d']>().toEqualTypeOf<string>();
expectTypeOf<ToolInput<typeof unsure>['e']>().toEqualTypeOf<string>();
expectTypeOf<{ e: string; c: string }>().toExtend<ToolArguments<typeof unsure>>();

// ── ctx.call: the other tool's arguments and result ──────────────────────────
f.action('calls').handle(async (_input, ctx) => {
  expectTypeOf(await ctx.call(none, {})).toEqualTypeOf<number>();
  expectTypeOf(
    await ctx.call(nested, { id: '', cents: 1, limit: 1, force: true, currency: 'eur', tags: [] }),
  ).toEqualTypeOf<boolean>();
  await ctx.call(nested, { id: '', cents: 1, force: true, currency: 'eur', tags: [] });
  // @ts-expect-error Property 'cents' is missing
  await ctx.call(nested, { id: '', limit: 1, force: true, currency: 'eur', tags: [] });
  // @ts-expect-error Type 'string' is not assignable to type 'number'
  await ctx.call(nested, { id: '', cents: 1, limit: '1', force: true, currency: 'eur', tags: [] });
});
interface Arguments extends Omit<Input, 'limit'> {
  limit?: number;
}
expectTypeOf<ToolArguments<typeof nested>>().branded.toEqualTypeOf<Arguments>();

const anyList: readonly ToolDefinition<unknown, unknown, AppContext>[] = [nested, none, blocks];
const known: ToolDefinition<{ limit: number }, string, AppContext> = f
  .action('known')
  .withInteger('limit', 'x', { default: 1 })
  .handle((input) => `${input.limit} of ${anyList.length}`);
expectTypeOf<ToolArguments<typeof known>>().toEqualTypeOf<{ limit: number }>();

interface Database {
  readonly db: string;
}
const fromElsewhere = initMCPFusion<Database>()
  .action('elsewhere')
  .handle(async (_input, ctx) => ctx.db);
const callsAny = (ctx: CallContext) => ctx.call(fromElsewhere, {});
f.action('calls.elsewhere')
  .use(async ({ ctx, next }) => {
    // @ts-expect-error Property 'db' is missing in type 'AppContext' but required in type 'Database'
    await ctx.call(fromElsewhere, {});
    return next({ db: 'of this call alone' });
  })
  .handle(async (_input, ctx) => {
    await callsAny(ctx);
    // @ts-expect-error Property 'db' is missing in type 'AppContext' but required in type 'Database'
    return ctx.call(fromElsewhere, {});
  });

// ── What may not be written ──────────────────────────────────────────────────
// @ts-expect-error Type '"gbp"' is not assignable to type '"eur" | "usd"
f.action('enum.default').withEnum('currency', ['eur', 'usd'], 'x', { default: 'gbp' });
// @ts-expect-error Type 'string' is not assignable to type 'number
f.action('number.default').withNumber('n', 'x', { default: '1' });
f.action('wrong.field')
  .withString('id')
  .handle(async (input) => {
    // @ts-expect-error Property 'idd' does not exist
    return input.idd;
  });

// ── Middleware extends ctx ───────────────────────────────────────────────────
const withUser = f.middleware(async ({ ctx, next }) => {
  expectTypeOf(ctx.tenant).toEqualTypeOf<string>();
  return next({ user: { name: ctx.tenant } satisfies User });
});
f.action('middleware')
  .withString('id')
  .use(withUser)
  .use(async ({ ctx, input, next }) => {
    expectTypeOf(ctx.user).toEqualTypeOf<{ name: string }>();
    expectTypeOf(input.id).toEqualTypeOf<string>();
    return next({ role: 'admin' as const, tenant: 5 });
  })
  .use(({ next }) => next())
  .handle(async function* (input, ctx) {
    yield progress(1);
    expectTypeOf(ctx.user.name).toEqualTypeOf<string>();
    expectTypeOf(ctx.role).toEqualTypeOf<'admin'>();
    expectTypeOf(ctx.tenant).toEqualTypeOf<number>();
    expectTypeOf(ctx.signal).toEqualTypeOf<AbortSignal>();
    return input.id;
  });
// @ts-expect-error Type 'void' is not assignable to type 'Passed<object>'
f.action('forgotten').use(async ({ next }) => {
  await next({ a: 1 });
});

// ── Standard Schema, three libraries; a pair; JSON Schema ────────────────────
const zodInput = f
  .query('zod')
  .input(z.object({ id: z.string(), n: z.coerce.number().default(1) }))
  .handle(async (input) => input);
expectTypeOf<ToolInput<typeof zodInput>>().toEqualTypeOf<{ id: string; n: number }>();
expectTypeOf<ToolArguments<typeof zodInput>>().toEqualTypeOf<{ id: string; n?: unknown }>();
const transformed = z.object({ at: z.string().transform((at) => new Date(at)), many: z.boolean().default(false) });
const zodTransform = f
  .query('zod.transform')
  .input({ schema: transformed, jsonSchema: { type: 'object' } })
  .handle(async (input) => input.at.getTime());
expectTypeOf<ToolInput<typeof zodTransform>>().toEqualTypeOf<{ at: Date; many: boolean }>();
f.action('calls.transform').handle(async (_input, ctx) => {
  await ctx.call(zodTransform, { at: '2026-07-28' });
  // @ts-expect-error Type 'Date' is not assignable to type 'string'
  await ctx.call(zodTransform, { at: new Date() });
});
const valibotInput = f
  .query('valibot')
  .input(toStandardJsonSchema(v.object({ id: v.string(), n: v.optional(v.number()) })))
  .handle(async (input) => input);
expectTypeOf<ToolInput<typeof valibotInput>>().branded.toEqualTypeOf<{ id: string; n?: number | undefined }>();
const arktypeInput = f
  .query('arktype')
  .input(type({ id: 'string', 'n?': 'number' }))
  .handle(async (input) => input);
expectTypeOf<ToolInput<typeof arktypeInput>>().branded.toEqualTypeOf<{ id: string; n?: number }>();
const pairInput = f
  .query('pair')
  .input({ schema: v.object({ id: v.string() }), jsonSchema: { type: 'object' } })
  .handle(async (input) => input.id);
expectTypeOf<ToolInput<typeof pairInput>>().toEqualTypeOf<{ id: string }>();
const jsonInput = f
  .query('json')
  .input({ type: 'object', properties: { id: { type: 'string' } } })
  .handle(async (input) => input['id']);
expectTypeOf<ToolInput<typeof jsonInput>>().toEqualTypeOf<{ [x: string]: unknown }>();
expectTypeOf<ToolArguments<typeof jsonInput>>().toEqualTypeOf<{ [x: string]: unknown }>();
// @ts-expect-error Argument of type 'ZodString' is not assignable
f.query('not.object').input(z.string());

// ── Output: the handler's return is checked, literals keep their type ────────
const invoice = z.object({ id: z.string(), status: z.enum(['open', 'paid']) });
f.query('output.ok')
  .withString('id')
  .output(invoice)
  .handle(async (input) => ({ id: input.id, status: 'open' }));
f.query('output.generator')
  .withString('id')
  .output(invoice)
  .handle(async function* (input) {
    yield progress(1);
    return { id: input.id, status: 'paid' };
  });
f.query('output.bad')
  .output(invoice)
  // @ts-expect-error Type '"opn"' is not assignable to type '"open" | "paid"'
  .handle(async () => ({ id: 'x', status: 'opn' }));
f.query('output.none')
  .output(invoice)
  // @ts-expect-error Type 'void' is not assignable to type
  .handle(async () => {});

f.query('output.words')
  .output(invoice, { content: (value) => `${value.id} is ${value.status}` })
  .handle(() => ({ id: '1', status: 'open' }));
// @ts-expect-error Property 'total' does not exist
f.query('output.words.wrong').output(invoice, { content: (value) => value.total });

// ── Tools from data ──────────────────────────────────────────────────────────
const fromData = f.tool({
  kind: 'query',
  name: 'from.data',
  input: z.object({ id: z.string() }),
  output: invoice,
  handle: async function* (input, ctx) {
    yield progress(1);
    expectTypeOf(input).toEqualTypeOf<{ id: string }>();
    expectTypeOf(ctx.tenant).toEqualTypeOf<string>();
    return { id: input.id, status: 'open' };
  },
});
expectTypeOf<ToolInput<typeof fromData>>().toEqualTypeOf<{ id: string }>();
const dataWithDefault = f.tool({
  kind: 'query',
  name: 'from.data.default',
  input: z.object({ n: z.number().default(1) }),
  handle: async (input) => input.n,
});
expectTypeOf<ToolArguments<typeof dataWithDefault>>().toEqualTypeOf<{ n?: number | undefined }>();
const simplest = f.tool({ kind: 'action', name: 'simplest', handle: async () => 7 });
expectTypeOf<ToolInput<typeof simplest>>().toEqualTypeOf<{}>();
expectTypeOf<ToolResult<typeof simplest>>().toEqualTypeOf<number>();

// ── A tool may only be given to a server that supplies its context ───────────
const needsTenant = f
  .action('needs.tenant')
  .use(async ({ next }) => next({ user: 'added by middleware, not by the server' }))
  .handle(async (_input, ctx) => ctx.tenant + ctx.user);
const needsNothing = initMCPFusion()
  .action('needs.nothing')
  .handle(async () => 1);
const named = { name: 'x', version: '1' };
createServer({ ...named, tools: [needsTenant, needsNothing], contextFactory: () => ({ tenant: 'x', more: 1 }) });
createServer({
  ...named,
  tools: [needsTenant],
  contextFactory: async (extra) => ({ tenant: 'x', signal: extra.signal }),
});
// @ts-expect-error Property 'tenant' is missing
createServer({ ...named, tools: [needsTenant, needsNothing], contextFactory: () => ({ more: 1 }) });
// @ts-expect-error Property 'contextFactory' is missing in type … but required in type 'ContextFactoryOption<AppContext>'
createServer({ ...named, tools: [needsTenant, needsNothing] });
// @ts-expect-error Property 'contextFactory' is missing in type … but required in type 'ContextFactoryOption<AppContext>'
createServer<AppContext>({ ...named, tools: [needsTenant] });
// @ts-expect-error Property 'contextFactory' is missing in type … but required in type 'ContextFactoryOption<AppContext>'
createServer({ ...named, tools: await discoverTools<AppContext>('tools') });
createServer({ ...named, tools: [] });
createServer({ ...named, tools: [needsNothing] });
createServer({
  ...named,
  tools: [
    initMCPFusion<Partial<AppContext>>()
      .action('needs.little')
      .handle(() => 1),
  ],
});
createServer({ ...named, tools: await discoverTools('tools') });
createServer({ ...named, tools: await discoverTools('tools'), contextFactory: () => ({ tenant: 'x' }) });
const options: ServerOptions<AppContext> = { ...named, tools: [needsTenant], contextFactory: () => ({ tenant: 'x' }) };
createServer(options);
createServer<AppContext>({
  ...named,
  tools: [needsTenant, needsNothing],
  contextFactory: (extra) => {
    expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
    return { tenant: 'x', signal: extra.signal };
  },
});

// ── Builders are immutable values: branching one changes neither branch ──────
const base = f.query('base').withString('id');
const left = base.withNumber('n').handle(async (input) => input);
const right = base.withBoolean('b').handle(async (input) => input);
expectTypeOf<ToolInput<typeof left>>().branded.toEqualTypeOf<{ id: string; n: number }>();
expectTypeOf<ToolInput<typeof right>>().branded.toEqualTypeOf<{ id: string; b: boolean }>();

import type { StandardSchemaV1 } from '@standard-schema/spec';
import { setupError } from '../errors.js';
import type { Concurrency, InteractiveOptions, ToolAnnotations, ToolDefinition, ToolIcon } from './definition.js';
import { checkDefinition, mergeAnnotations, readConcurrency, readInteractive } from './check-definition.js';
import {
  addField,
  itemLimits,
  lengthLimits,
  noFields,
  valueLimits,
  type ArgumentOf,
  type ArrayOptions,
  type FieldOf,
  type FieldParts,
  type BooleanOptions,
  type EnumOptions,
  type IntegerOptions,
  type ItemTypes,
  type NumberOptions,
  type StringOptions,
} from './fields.js';
import type { InputRequired } from '../handler/require-input.js';
import type { AnyHandler, Handler, HandlerGuard } from './handler.js';
import type { AnyMiddleware, Extended, Middleware } from './middleware.js';
import {
  readInputSchema,
  readOutputSchema,
  type AnySchema,
  type JsonSchema,
  type SchemaArguments,
  type SchemaInput,
  type SchemaOutput,
  type SchemaPair,
} from './schema.js';

export interface OutputOptions<TOutput> {
  /** Makes the answer's `content`, as a handler without an output schema returns it. Default: the value as JSON. */
  readonly content?: (value: TOutput) => unknown;
}

export type Flat<T> = { [K in keyof T]: T[K] } & {};

/**
 * Describes one tool, step by step. Immutable: each method gives a new builder,
 * so a shared base never leaks into its branches. It runs nothing; `handle` ends it.
 *
 * `TApp` is the context that the server must supply, `TContext` that plus what
 * middleware has added so far; `TInput` is what the handler gets, `TArguments`
 * what a caller gives, `TInteractive` whether the handler may ask.
 */
export interface ToolBuilder<
  TApp,
  TContext = TApp,
  TInput extends object = {},
  TResult = unknown,
  TArguments extends object = {},
  TInteractive extends boolean = false,
> {
  describe(description: string): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;
  /** For people; `name` is for machines. */
  title(title: string): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;
  icons(...icons: readonly ToolIcon[]): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;
  /** Overrides hints for hosts; never changes how the tool is scheduled. */
  annotations(annotations: ToolAnnotations): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;

  withString<TName extends string, const TOptions extends StringOptions = {}>(
    name: TName,
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, string, TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, string, TOptions>,
    TInteractive
  >;
  withNumber<TName extends string, const TOptions extends NumberOptions = {}>(
    name: TName,
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, number, TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, number, TOptions>,
    TInteractive
  >;
  withInteger<TName extends string, const TOptions extends IntegerOptions = {}>(
    name: TName,
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, number, TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, number, TOptions>,
    TInteractive
  >;
  withBoolean<TName extends string, const TOptions extends BooleanOptions = {}>(
    name: TName,
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, boolean, TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, boolean, TOptions>,
    TInteractive
  >;
  withEnum<TName extends string, const TValue extends string, const TOptions extends EnumOptions<TValue> = {}>(
    name: TName,
    values: readonly [TValue, ...TValue[]],
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, TValue, TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, TValue, TOptions>,
    TInteractive
  >;
  withArray<
    TName extends string,
    TItem extends keyof ItemTypes,
    const TOptions extends ArrayOptions<ItemTypes[TItem]> = {},
  >(
    name: TName,
    items: TItem,
    description?: string,
    options?: TOptions,
  ): ToolBuilder<
    TApp,
    TContext,
    TInput & FieldOf<TName, ItemTypes[TItem][], TOptions>,
    TResult,
    TArguments & ArgumentOf<TName, ItemTypes[TItem][], TOptions>,
    TInteractive
  >;

  /** Takes the whole input from a schema of any Standard Schema library, or from JSON Schema. Not together with `with…` fields. */
  input<TSchema extends StandardSchemaV1<unknown, object> | SchemaPair | JsonSchema>(
    schema: TSchema,
  ): ToolBuilder<
    TApp,
    TContext,
    SchemaOutput<TSchema> & object,
    TResult,
    SchemaArguments<TSchema> & object,
    TInteractive
  >;
  /** Checks the answer at run time, and the handler's `return` at compile time. The answer goes out as `structuredContent` too. */
  output<TSchema extends AnySchema>(
    schema: TSchema,
    options?: OutputOptions<SchemaOutput<TSchema>>,
  ): ToolBuilder<TApp, TContext, TInput, TResult & SchemaInput<TSchema>, TArguments, TInteractive>;

  use<TAdded extends object>(
    middleware: Middleware<TContext, Flat<TInput>, TAdded, TApp>,
  ): ToolBuilder<TApp, Extended<TContext, TAdded>, TInput, TResult, TArguments, TInteractive>;

  concurrency(
    limits: Concurrency<Flat<TInput>>,
  ): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;
  /** Calls with the same key run one behind the other, across all tools that use it. */
  serialize(
    key: (input: Flat<TInput>) => string,
  ): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;
  /** Longest running time in milliseconds; neither the queue nor a person counts. Then the call ends with `TIMEOUT`. */
  timeout(timeoutMs: number): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, TInteractive>;

  /**
   * The handler may ask its user: by `yield* ask.form(…)` in a generator, or by returning `requireInput.elicit(…)` and
   * the like, when it is run again with the answers.
   */
  interactive(options?: InteractiveOptions): ToolBuilder<TApp, TContext, TInput, TResult, TArguments, true>;

  handle<TReturn extends TResult | (TInteractive extends true ? InputRequired : never), TYield>(
    handler: Handler<TContext, Flat<TInput>, TReturn, TYield, TApp> & HandlerGuard<TReturn, TYield, TInteractive>,
  ): ToolDefinition<Flat<TInput>, Exclude<TReturn, InputRequired>, TApp, Flat<TArguments>>;
}

export type Draft = Omit<ToolDefinition, 'handler'>;

export function createToolBuilder<TApp>(draft: Draft): ToolBuilder<TApp> {
  const next = (changed: Partial<Draft>) => createToolBuilder({ ...draft, ...changed });
  const field = (name: string, parts: FieldParts) => {
    if (draft.input.source === 'schema') throw bothWays(draft.name);
    return next({ input: addField(draft.name, draft.input, name, parts) });
  };
  const builder = {
    describe: (description: string) => next({ description }),
    title: (title: string) => next({ title }),
    icons: (...icons: ToolIcon[]) => next({ icons: Object.freeze(icons) }),
    annotations: (annotations: ToolAnnotations) =>
      next({ annotations: mergeAnnotations(draft.name, draft.annotations, annotations) }),
    withString: (name: string, description?: string, options: StringOptions = {}) =>
      field(name, { type: 'string', description, options, limits: lengthLimits }),
    withNumber: (name: string, description?: string, options: NumberOptions = {}) =>
      field(name, { type: 'number', description, options, limits: valueLimits }),
    withInteger: (name: string, description?: string, options: IntegerOptions = {}) =>
      field(name, { type: 'integer', description, options, limits: valueLimits }),
    withBoolean: (name: string, description?: string, options: BooleanOptions = {}) =>
      field(name, { type: 'boolean', description, options, limits: valueLimits }),
    withEnum: (name: string, values: readonly string[], description?: string, options: EnumOptions<string> = {}) =>
      field(name, { type: 'string', description, options, limits: lengthLimits, more: { enum: values } }),
    withArray: (name: string, items: keyof ItemTypes, description?: string, options: ArrayOptions<unknown> = {}) =>
      field(name, { type: 'array', description, options, limits: itemLimits, more: { items: { type: items } } }),
    input: (schema: AnySchema) => {
      if (draft.input !== noFields) throw bothWays(draft.name);
      return next({ input: readInputSchema(draft.name, schema) });
    },
    output: (schema: AnySchema, { content }: OutputOptions<never> = {}) =>
      next({ output: readOutputSchema(draft.name, schema, content) }),
    use: (middleware: AnyMiddleware) => next({ middleware: Object.freeze([...draft.middleware, middleware]) }),
    concurrency: (concurrency: Concurrency) => next({ concurrency: readConcurrency(draft.name, concurrency) }),
    serialize: (serializeBy: (input: never) => string) => next({ serializeBy }),
    timeout: (timeoutMs: number) => next({ timeoutMs }),
    interactive: (options: InteractiveOptions = {}) => next({ interactive: readInteractive(draft.name, options) }),
    handle: (handler: AnyHandler) => checkDefinition({ ...draft, handler }),
  };
  // The one place where the run-time builder, which has no types to follow, meets the typed one.
  return Object.freeze(builder) as unknown as ToolBuilder<TApp>;
}

function bothWays(tool: string): Error {
  return setupError(`Expected ${tool} to use .input(schema) once or .with…() fields, got both.`);
}

import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isObject } from '@mcpfusion/protocol';
import {
  checkDefinition,
  checkToolName,
  mergeAnnotations,
  readConcurrency,
  readInteractive,
} from './check-definition.js';
import type {
  Concurrency,
  InteractiveOptions,
  ToolAnnotations,
  ToolDefinition,
  ToolIcon,
  ToolKind,
} from './definition.js';
import type { InputRequired } from '../handler/require-input.js';
import { expect, isText } from './expect.js';
import { noFields } from './fields.js';
import type { AnyHandler, Handler } from './handler.js';
import type { AnyMiddleware, Middleware } from './middleware.js';
import {
  readInputSchema,
  readOutputSchema,
  type AnySchema,
  type SchemaArguments,
  type SchemaOutput,
  type SchemaPair,
} from './schema.js';
import { createToolBuilder, type Draft, type ToolBuilder } from './tool-builder.js';

/** The author's entrance, bound to the application's context type. */
export interface Fusion<TContext> {
  /** Reads; runs beside others. `readOnlyHint: true`. */
  query(name: string): ToolBuilder<TContext>;
  /** Changes; one at a time per tool. `readOnlyHint: false, destructiveHint: true`. */
  mutation(name: string): ToolBuilder<TContext>;
  /** Runs beside others; no hints. */
  action(name: string): ToolBuilder<TContext>;
  /**
   * A tool from data, for tools that are generated. The same as the builder with the
   * same facts; the answer is checked against `output` at run time only.
   */
  tool<TInput extends AnySchema = NoInput, TReturn = unknown, TYield = unknown>(
    options: ToolOptions<TContext, TInput, TReturn, TYield>,
  ): ToolDefinition<SchemaOutput<TInput>, Exclude<TReturn, InputRequired>, TContext, SchemaArguments<TInput>>;
  /** A middleware to share between tools. */
  middleware<TAdded extends object>(
    middleware: Middleware<TContext, unknown, TAdded>,
  ): Middleware<TContext, unknown, TAdded>;
}

type NoInput = SchemaPair<StandardSchemaV1<{}, {}>>;

export interface ToolOptions<TContext, TInput, TReturn, TYield> {
  readonly kind: ToolKind;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly icons?: readonly ToolIcon[];
  readonly annotations?: ToolAnnotations;
  /** Default: no arguments. */
  readonly input?: TInput;
  /** Checks the answer, which then goes out as `structuredContent` too. */
  readonly output?: AnySchema;
  /** With `output`: makes the answer's `content`. Default: the value as JSON. */
  readonly content?: (value: never) => unknown;
  readonly use?: readonly Middleware<TContext, unknown, object>[];
  readonly concurrency?: Concurrency<SchemaOutput<TInput>>;
  readonly serialize?: (input: SchemaOutput<TInput>) => string;
  readonly timeoutMs?: number;
  /** The handler may ask its user. Default: it may not. */
  readonly interactive?: boolean | InteractiveOptions;
  readonly handle: Handler<TContext, SchemaOutput<TInput>, TReturn, TYield>;
}

/** The start of everything: `const f = initMCPFusion<AppContext>()`. */
export function initMCPFusion<TContext = {}>(): Fusion<TContext> {
  const start = (kind: ToolKind) => (name: string) => {
    checkToolName(name);
    return createToolBuilder<TContext>({ ...emptyDraft, kind, name, annotations: hintsOf[kind] });
  };
  const fusion = {
    query: start('query'),
    mutation: start('mutation'),
    action: start('action'),
    tool: defineTool,
    middleware: <TMiddleware>(middleware: TMiddleware) => middleware,
  };
  // As in the builder: the run-time side has no types to follow.
  return Object.freeze(fusion) as unknown as Fusion<TContext>;
}

const hintsOf: Readonly<Record<ToolKind, ToolAnnotations>> = {
  query: Object.freeze({ readOnlyHint: true }),
  mutation: Object.freeze({ readOnlyHint: false, destructiveHint: true }),
  action: Object.freeze({}),
};

const emptyDraft: Omit<Draft, 'kind' | 'name' | 'annotations'> = {
  title: undefined,
  description: undefined,
  icons: undefined,
  input: noFields,
  output: undefined,
  middleware: Object.freeze([]),
  concurrency: undefined,
  serializeBy: undefined,
  timeoutMs: undefined,
  interactive: undefined,
};

interface AnyToolOptions extends Omit<
  ToolOptions<never, never, never, never>,
  'input' | 'use' | 'handle' | 'serialize'
> {
  readonly input?: AnySchema;
  readonly use?: readonly AnyMiddleware[];
  readonly serialize?: (input: never) => string;
  readonly handle: AnyHandler;
}

function defineTool(options: AnyToolOptions): ToolDefinition {
  expect(isObject(options), 'f.tool() to get an object', options);
  const { kind, name, use = [], concurrency } = options;
  checkToolName(name);
  expect(isText(kind) && Object.hasOwn(hintsOf, kind), `kind of ${name} to be query, mutation or action`, kind);
  expect(Array.isArray(use), `the middleware of ${name} to be a list`, use);
  return checkDefinition({
    ...emptyDraft,
    kind,
    name,
    title: options.title,
    description: options.description,
    icons: options.icons,
    annotations: mergeAnnotations(name, hintsOf[kind], options.annotations ?? {}),
    input: options.input === undefined ? noFields : readInputSchema(name, options.input),
    output: options.output === undefined ? undefined : readOutputSchema(name, options.output, options.content),
    middleware: Object.freeze([...use]),
    concurrency: concurrency && readConcurrency(name, concurrency),
    serializeBy: options.serialize,
    timeoutMs: options.timeoutMs,
    interactive: options.interactive
      ? readInteractive(name, options.interactive === true ? {} : options.interactive)
      : undefined,
    handler: options.handle,
  });
}

import type { CallContext } from '../handler/context.js';

/**
 * What an author writes: an async function, an async or sync generator, or a
 * plain function that returns one of them. `yield` is a side channel, `return`
 * is the answer. `TApp` is the part of `TContext` that the server supplies.
 */
export type Handler<TContext, TInput, TReturn, TYield = unknown, TApp = TContext> = (
  input: TInput,
  ctx: Omit<TContext, keyof CallContext> & CallContext<TApp>,
) => HandlerReturn<TReturn, TYield>;

export type HandlerReturn<TReturn, TYield = unknown> =
  | TReturn
  | Promise<TReturn>
  | Generator<TYield, TReturn, undefined>
  | AsyncGenerator<TYield, TReturn, undefined>;

/** A handler whose types have been checked and are no longer needed. */
export type AnyHandler = (input: never, ctx: never) => unknown;

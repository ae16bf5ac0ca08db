import type { CallContext } from '../handler/context.js';

/**
 * Wraps the whole run of a handler. What it gives to `next` is added to `ctx`
 * for everything behind it; nothing is changed in place.
 *
 *     f.middleware(async ({ ctx, next }) => next({ user: await findUser(ctx.principal) }))
 */
export type Middleware<TContext, TInput, TAdded extends object, TApp = TContext> = (
  call: MiddlewareCall<TContext, TInput, TApp>,
) => Promise<Passed<TAdded>>;

export interface MiddlewareCall<TContext, TInput, TApp = TContext> {
  readonly input: TInput;
  readonly ctx: Omit<TContext, keyof CallContext> & CallContext<TApp>;
  /** Goes on. Its result must be returned: a middleware that forgets it does not compile. */
  readonly next: {
    (): Promise<Passed<{}>>;
    <TAdded extends object>(added: TAdded): Promise<Passed<TAdded>>;
  };
}

/** The handler's value on its way back. */
export interface Passed<TAdded extends object> {
  readonly [addedContext]?: TAdded;
  readonly value: unknown;
}

declare const addedContext: unique symbol;

/** `ctx` behind a middleware: its additions win over what was there. */
export type Extended<TContext, TAdded> = keyof TContext & keyof TAdded extends never
  ? TContext & TAdded
  : Omit<TContext, keyof TAdded> & TAdded;

export type AnyMiddleware = Middleware<never, never, object>;

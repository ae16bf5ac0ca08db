import type { CallContext } from '../handler/context.js';
import type { AnyMiddleware, Middleware, Passed } from '../tool/middleware.js';
import { FusionError } from '../errors.js';
import { extendContext } from './call-context.js';

/** Runs the innermost part with the `ctx` that middleware has made of it. */
export type Innermost = (ctx: CallContext) => Promise<unknown>;

type Link = Middleware<object, unknown, object>;

/** Runs `last` inside all links, outermost first. `checkOpen` throws when nothing may start any more; it is asked before each link. */
export function runChain(
  links: readonly AnyMiddleware[],
  input: unknown,
  ctx: CallContext,
  checkOpen: () => void,
  last: Innermost,
): Promise<unknown> {
  const runFrom = async (at: number, current: CallContext): Promise<unknown> => {
    checkOpen();
    const link = links[at] as Link | undefined;
    if (!link) return last(current);
    let hasGoneOn = false;
    const passed = await link({
      input,
      ctx: current,
      next: (added: object = {}): Promise<Passed<object>> => {
        const going = goOn(at, current, added, hasGoneOn);
        hasGoneOn = true;
        // It may be awaited later, or never: what it rejects with is known here already.
        going.catch(() => {});
        return going;
      },
    });
    if (typeof passed !== 'object' || passed === null || !('value' in passed)) {
      throw new FusionError('SETUP', 'Expected middleware to return what next() gave it, got something else.');
    }
    return passed.value;
  };
  const goOn = async (at: number, current: CallContext, added: object, isAgain: boolean): Promise<Passed<object>> => {
    // Twice would run the handler twice.
    if (isAgain) throw new FusionError('SETUP', 'Expected middleware to call next() once, got a second call.');
    return { value: await runFrom(at + 1, extendContext(current, added)) };
  };
  return runFrom(0, ctx);
}

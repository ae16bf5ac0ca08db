import fc from 'fast-check';
import type { Order } from '../stage.js';

/** One thing that a client, a handler or the one who runs the server does. `at` counts what there is, and begins again. */
export type Step =
  | { readonly do: 'call'; readonly tool: string; readonly hasToken: boolean }
  /** With the id of another call. */
  | { readonly do: 'call again'; readonly at: number; readonly tool: string }
  /** To a body, nested ones too, or to one that is yet to come. */
  | { readonly do: 'order'; readonly at: number; readonly order: Order }
  | { readonly do: 'cancel'; readonly at: number }
  /** Of a call over HTTP; of all of them on a pipe. */
  | { readonly do: 'disconnect'; readonly at: number }
  | { readonly do: 'delete session' }
  | { readonly do: 'close server'; readonly drainMs: number }
  | { readonly do: 'wait'; readonly turns: number };

const tool = fc.constantFrom('free', 'plain', 'deaf', 'brief', 'locked', 'locked', 'pooled', 'pooled');

const order: fc.Arbitrary<Order> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(1, 2, 3, 50, 99, -1, 0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY)
      .map((value): Order => ({ do: 'progress', value })),
  },
  { weight: 1, arbitrary: fc.constantFrom<Order>({ do: 'log' }, { do: 'murmur' }) },
  { weight: 3, arbitrary: fc.constant<Order>({ do: 'return' }) },
  { weight: 1, arbitrary: fc.constant<Order>({ do: 'throw' }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('nest' as const),
      tool: fc.oneof(tool, fc.constant('inner')),
      isAwaited: fc.boolean(),
    }),
  },
);

const at = fc.nat(30);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('call' as const), tool, hasToken: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('call again' as const), at, tool }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('order' as const), at, order }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('cancel' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disconnect' as const), at }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(3) }) },
);

/** What ends everything comes late, if at all. */
const finale: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<readonly Step[]>([]) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.oneof(
          fc.constant<Step>({ do: 'delete session' }),
          fc.constantFrom(0, 1).map((drainMs): Step => ({ do: 'close server', drainMs })),
          at.map((one): Step => ({ do: 'disconnect', at: one })),
        ),
        fc.array(step, { maxLength: 8 }),
      )
      .map(([end, rest]) => [end, ...rest]),
  },
);

export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.array(step, { maxLength: 80, size: 'max' }), finale)
  .map(([first, last]) => [...first, ...last]);

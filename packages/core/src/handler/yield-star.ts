import { setupError, type FusionError } from '../errors.js';
import { hasBrand } from '../brand.js';
import { currentWatch } from './run-watch.js';
import { commandBrand, isStep, type AskCommand, type Command, type StepCommand } from './commands.js';

const waitingBrand: unique symbol = Symbol.for('dev.mcpfusion/yield-star') as never;

/** What `await`, `yield` and `return` of a question or step give to the compiler. At run time they throw. */
export interface WriteYieldStarInFront {
  readonly [missing]: 'yield*';
}

declare const missing: unique symbol;

/**
 * Something to wait for: `const value = yield* it`, in a generator handler.
 *
 * It is not the value. To read the value from it, also after `await`, or to yield or return it does not compile; at run
 * time all of that throws `SETUP` with the cure, and so does one that is made and not waited for.
 */
export interface YieldStar<TValue, TKind extends 'question' | 'step' = 'question' | 'step'> {
  readonly [kind]: TKind;
  [Symbol.iterator](): Iterator<TKind extends 'question' ? AskCommand : StepCommand, TValue, unknown>;
  /** No promise. To the compiler it is one of a type whose name says what to do, since compilers crash at a `then` that is none. */
  readonly then: PromiseLike<WriteYieldStarInFront>['then'];
}

declare const kind: unique symbol;

class Waiting {
  readonly [waitingBrand]: Command;

  constructor(command: Command) {
    this[waitingBrand] = command;
    // One that undoes something may be made in case it is needed.
    if (!isStep(command) || !command.cleansUp) currentWatch()?.made.add(command);
  }

  *[Symbol.iterator](): Generator<Command, unknown, unknown> {
    return yield this[waitingBrand];
  }
}

// Only symbols may be read. `then`, `toJSON`, `toString` and the name of every answer are strings: `await`, `yield`,
// `return`, JSON and destructuring all end here.
const refuseNames: ProxyHandler<Waiting> = {
  get(target, key) {
    // Bound, since a proxy has no own generator.
    if (key === Symbol.iterator) return target[Symbol.iterator].bind(target);
    if (typeof key === 'symbol') return Reflect.get(target, key) as unknown;
    throw yieldStarMissing(target[waitingBrand]);
  },
};

export function createYieldStar<TValue, TKind extends 'question' | 'step'>(command: Command): YieldStar<TValue, TKind> {
  // It has no `then` of its own: the proxy plays it. TValue is a promise about the reply.
  return new Proxy(new Waiting(Object.freeze(command)), refuseNames) as unknown as YieldStar<TValue, TKind>;
}

export function isYieldStar(value: unknown): value is YieldStar<unknown> {
  return hasBrand(value, waitingBrand);
}

/** The command inside; who takes it waits for it. */
export function commandIn(waiting: YieldStar<unknown>): Command {
  return (waiting as unknown as Waiting)[waitingBrand];
}

export function yieldStarMissing(command: Command): FusionError {
  const call = spell(command);
  return setupError(
    `Expected \`yield* ${call}\`, got ${call} without \`yield*\`. It waits in a generator handler alone: \`async function* (input, ctx) { const answer = yield* ${call}; … }\`.`,
  );
}

/** As its author wrote it, about. */
export function spell(command: Command): string {
  if (command[commandBrand] === 'step') return `step('${command.name}', …)`;
  const [first, ...others] = Object.entries(command.requests);
  if (!first || first[0] !== '' || others.length > 0) return `ask.all({ ${Object.keys(command.requests).join(', ')} })`;
  const { mode = 'form', message } = first[1].params as { readonly mode?: string; readonly message: string };
  return `ask.${mode}('${message}', …)`;
}

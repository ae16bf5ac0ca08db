import type { WriteYieldStarInFront, YieldStar } from './yield-star.js';

type Primitive = string | number | boolean | null | undefined | void;
type Callable = ((...args: never) => unknown) | (abstract new (...args: never) => unknown);
type Collection = ReadonlyMap<never, unknown> | ReadonlySet<unknown>;
type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * `unknown` when JSON can carry every `T`, otherwise a sentence that says what it cannot carry and what to do instead.
 * Meant for `parameter & JsonOnly<T>`. `any` and `unknown` pass, and are looked at when the value is there.
 */
export type JsonOnly<T> =
  IsAny<T> extends true
    ? unknown
    : unknown extends T
      ? unknown
      : [Extract<T, WriteYieldStarInFront | YieldStar<unknown>>] extends [never]
        ? [T] extends [Json]
          ? unknown
          : JsonOnlyInParts<T>
        : 'a step cannot ask, nor hold a step: write it in the handler, with `yield*`';

// Types that are made for JSON are often recursive, and would be taken apart for ever.
type Json = Primitive | readonly Json[] | { readonly [key: string]: Json };

type JsonOnlyInParts<T> = [T] extends [Carried<T>]
  ? unknown
  : [Problem<T, '', FourLevels>] extends [never]
    ? 'the value holds something that JSON cannot carry'
    : Problem<T, '', FourLevels>;

// Whether it can be carried is cheap at any depth, for recursive types too. What is wrong is looked for only then, four levels deep.
type Carried<T> = unknown extends T
  ? T
  : T extends Primitive
    ? T
    : T extends bigint | symbol | Date | Callable | Collection
      ? never
      : { [K in keyof T]: Carried<T[K]> };

type FourLevels = [0, 0, 0, 0];
type OneLess<TLevels extends 0[]> = TLevels extends [0, ...infer TRest extends 0[]] ? TRest : [];

type Problem<T, TPath extends string, TLevels extends 0[]> =
  IsAny<T> extends true
    ? never
    : unknown extends T
      ? never
      : T extends Primitive
        ? never
        : T extends bigint
          ? `a bigint${TPath} is not JSON: return String(it)`
          : T extends symbol
            ? `a symbol${TPath} is not JSON`
            : T extends Date
              ? `a Date${TPath} is not JSON: return it.toISOString()`
              : T extends Callable
                ? `a function${TPath} is not JSON`
                : T extends Collection
                  ? `a Map or Set${TPath} is not JSON: return [...it]`
                  : ProblemInside<T, TPath, TLevels>;

type ProblemInside<T, TPath extends string, TLevels extends 0[]> = TLevels extends []
  ? never
  : T extends readonly (infer TItem)[]
    ? Problem<TItem, `${TPath}[]`, OneLess<TLevels>>
    : HasMethods<T> extends true
      ? `an object with methods${TPath} is not JSON: return plain data`
      : {
          [K in keyof T & string]: Problem<T[K], TPath extends '' ? ` at ${K}` : `${TPath}.${K}`, OneLess<TLevels>>;
        }[keyof T & string];

type HasMethods<T> = true extends { [K in keyof T]-?: T[K] extends Callable ? true : false }[keyof T] ? true : false;

import { isObject } from '@mcpfusion/protocol';
import { expect, isDuration, isText } from '../tool/expect.js';

/** Whether a value will do, and what was expected of it. */
export interface Check {
  readonly isFine: (value: unknown) => boolean;
  readonly expected: string;
}

export type Checks<TOptions> = { readonly [Name in keyof TOptions]-?: Check };

/** Throws `SETUP` for the first option that will not do, or is none. Absent ones have their defaults. `path`: `progress.`. */
export function checkOptions<TOptions extends object>(options: TOptions, checks: Checks<TOptions>, path = ''): void {
  expect(isObject(options), `${path === '' ? 'the options' : path.slice(0, -1)} to be an object`, options);
  for (const name of Object.keys(options))
    expect(Object.hasOwn(checks, name), `one of the options ${path}${Object.keys(checks).join(', ')}`, name);
  for (const [name, { isFine, expected }] of Object.entries<Check>(checks)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    expect(value === undefined || isFine(value), `${path}${name} to be ${expected}`, value);
  }
}

/** What is counted; `Infinity` is without end. */
const wholeAtLeast =
  (least: number) =>
  (value: unknown): boolean =>
    (Number.isInteger(value) || value === Number.POSITIVE_INFINITY) && Number(value) >= least;

export const check = {
  /** `Infinity`: for ever. */
  duration: { isFine: isDuration, expected: 'milliseconds, 0 or more' },
  size: { isFine: wholeAtLeast(1), expected: 'a whole number of bytes, 1 or more' },
  count: { isFine: wholeAtLeast(0), expected: 'a whole number, 0 or more' },
  positive: { isFine: wholeAtLeast(1), expected: 'a whole number, 1 or more' },
  text: { isFine: (value) => isText(value) && value !== '', expected: 'a string that is not empty' },
} as const satisfies Record<string, Check>;

export function millisecondsUpTo(most: number): Check {
  return {
    isFine: (value) => isDuration(value) && Number(value) <= most,
    expected: `milliseconds from 0 to ${most}`,
  };
}

export function integer(least: number, most: number): Check {
  return {
    isFine: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    expected: `an integer from ${least} to ${most}`,
  };
}

export function oneOf(...values: readonly string[]): Check {
  return {
    isFine: (value) => values.includes(value as string),
    expected: values.map((value) => `'${value}'`).join(' or '),
  };
}

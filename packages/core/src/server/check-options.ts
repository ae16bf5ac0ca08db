import { expect } from '../tool/expect.js';

/** Whether a value will do, and what was expected of it. */
export interface Check {
  readonly isFine: (value: unknown) => boolean;
  readonly expected: string;
}

export type Checks<TOptions> = { readonly [Name in keyof TOptions]-?: Check };

/** Throws `SETUP` for the first option that will not do. Absent ones have their defaults. `path`: `progress.`. */
export function checkOptions<TOptions extends object>(options: TOptions, checks: Checks<TOptions>, path = ''): void {
  for (const [name, { isFine, expected }] of Object.entries<Check>(checks)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    expect(value === undefined || isFine(value), `${path}${name} to be ${expected}`, value);
  }
}

const atLeast =
  (least: number) =>
  (value: unknown): boolean =>
    typeof value === 'number' && value >= least;

export const check = {
  duration: { isFine: atLeast(0), expected: 'milliseconds, 0 or more' },
  size: { isFine: atLeast(1), expected: 'a number of bytes, 1 or more' },
  count: { isFine: atLeast(0), expected: 'a number, 0 or more' },
  text: { isFine: (value) => typeof value === 'string' && value !== '', expected: 'a string that is not empty' },
} as const satisfies Record<string, Check>;

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

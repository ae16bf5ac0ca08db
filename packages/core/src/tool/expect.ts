import { setupError } from '../errors.js';
import { safeJson } from '../handler/safe-json.js';

/** Throws `SETUP`: "Expected `what`, got `got`." */
export function expect(isFine: boolean, what: string, got: unknown): asserts isFine {
  if (!isFine) throw setupError(`Expected ${what}, got ${show(got)}.`);
}

/** As `expect`, for what may be left out. */
export function expectIfGiven<TGiven>(
  given: TGiven,
  isFine: (given: NonNullable<TGiven>) => boolean,
  what: string,
): void {
  expect(given === undefined || (given !== null && isFine(given)), what, given);
}

export const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
export const isPositiveCount = (value: unknown): boolean => isCount(value) && value !== 0;
/** Milliseconds; `Infinity` is for ever. */
export const isDuration = (value: unknown): boolean => typeof value === 'number' && value >= 0;
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isTruthValue = (value: unknown): boolean => typeof value === 'boolean';
export const isFunction = (value: unknown): boolean => typeof value === 'function';

/** A value as a set-up error shows it: on one line, not too long. */
export function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  const shown = value === undefined || typeof value === 'number' ? String(value) : safeJson(value);
  return shown.length > longest ? `${shown.slice(0, longest)}…` : shown;
}

const longest = 200;

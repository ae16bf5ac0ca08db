import { hasBrand } from '../brand.js';

/** What a progress event says. Without `total` the end is unknown. */
export interface ProgressFields {
  readonly progress: number;
  /** Absent and null mean the same: unknown. */
  readonly total?: number | null | undefined;
  readonly message?: string | undefined;
}

// Registered, so that two installed copies of this package understand each other's events.
const progressBrand: unique symbol = Symbol.for('dev.mcpfusion/progress') as never;

/** The one event of a generator that clients see. Made by `progress()`. */
export interface ProgressEvent extends ProgressFields {
  readonly [progressBrand]: true;
}

/**
 * Makes a progress event for `yield`.
 *
 * `progress(30, 'rows loaded')` is 30 of 100; `progress({ progress: 12, total: 40 })`
 * counts in units of your own. Whether a client sees it is for the call to
 * decide: without a progress token it goes nowhere.
 */
export function progress(percent: number, message?: string): ProgressEvent;
export function progress(fields: ProgressFields): ProgressEvent;
export function progress(first: number | ProgressFields, message?: string): ProgressEvent {
  return { [progressBrand]: true, ...toFields(first, message) };
}

/** Untyped callers may give anything; what is no progress is left for the channel to drop, with a warning. */
export function toFields(first: number | ProgressFields, message?: string): ProgressFields {
  if (typeof first === 'object' && first !== null) return first;
  return { progress: first, total: 100, message };
}

export function isProgressEvent(value: unknown): value is ProgressEvent {
  return hasBrand(value, progressBrand);
}

/** `ctx.progress`: reports from any kind of handler. Never throws; after the answer it does nothing. */
export interface ProgressReporter {
  (percent: number, message?: string): void;
  (fields: ProgressFields): void;
  /** A reporter whose 0…100 fills `from`…`to` percent of this one, for work inside work. */
  scope(from: number, to: number): ProgressReporter;
  /** Milliseconds left at the pace so far. `undefined` before the first report with a total, and without a progress token. */
  etaMs(): number | undefined;
}

/** What a call without a progress token gets: one for all of them. */
export const noProgress: ProgressReporter = Object.freeze(
  Object.assign(() => {}, { scope: (): ProgressReporter => noProgress, etaMs: () => undefined }),
);

/** A reporter over `report`, to which it hands fields as they came. */
export function createReporter(
  report: (fields: ProgressFields) => void,
  etaMs: () => number | undefined,
): ProgressReporter {
  const reporter = (first: number | ProgressFields, message?: string): void => {
    try {
      report(toFields(first, message));
    } catch {
      // Fields that cannot be read are no progress, which is for the channel to say.
      report({ progress: Number.NaN });
    }
  };
  const scope = (from: number, to: number): ProgressReporter => {
    let unknowns = 0;
    return createReporter((fields) => report(fitInto(fields, from, to, hasTotal(fields) ? 0 : ++unknowns)), etaMs);
  };
  return Object.assign(reporter, { scope, etaMs });
}

function hasTotal({ total }: ProgressFields): boolean {
  return typeof total === 'number' && total > 0;
}

// Without a total there is no share: each report then takes a part of what is left, and never all of it.
function fitInto(
  { progress: value, total, message }: ProgressFields,
  from: number,
  to: number,
  unknowns: number,
): ProgressFields {
  if (typeof value !== 'number') return { progress: value };
  const share = unknowns > 0 ? unknowns / (unknowns + 10) : Math.min(Math.max(value / (total ?? 1), 0), 1);
  return { progress: from + (to - from) * share, total: 100, message };
}

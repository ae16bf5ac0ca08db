import type { Step } from './frames.js';

export interface Sequence {
  /** The id of the rule that it breaks, and it alone; undefined: a near miss, which is right. */
  readonly rule: string | undefined;
  readonly title: string;
  readonly steps: readonly Step[];
}

export const breaks = (rule: string, title: string, ...steps: Step[]): Sequence => ({ rule, title, steps });
export const keeps = (title: string, ...steps: Step[]): Sequence => ({ rule: undefined, title, steps });

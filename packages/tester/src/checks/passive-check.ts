import type { Frame } from '@mcpfusion/client';
import type { Rule } from './finding.js';
import type { Traffic } from './traffic.js';

/** A rule that can be judged by what passes, without sending anything. */
export interface PassiveCheck {
  readonly rule: Rule;
  /** It is shown stray lines of stdout as well, which say nothing to the other checks. */
  readonly seesNoise?: boolean;
  /** Called once a connection, so that a check may remember things of it. */
  create(report: Report): Observer;
}

/** Sees each frame in the order of the wire, before `traffic` has taken it in. */
export type Observer = (frame: Frame, traffic: Traffic) => void;

export type Report = (broken: Broken) => void;

export interface Broken {
  /** What was expected and what came, with the values. */
  readonly text: string;
  /** The frames that show it, oldest first; those that are unknown are left out. */
  readonly frames: readonly (Frame | undefined)[];
  /** What it is about, such as a request: of each the rule is reported once. By default the connection counts as many. */
  readonly about?: object | undefined;
}

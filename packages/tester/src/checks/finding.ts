import type { Frame } from '@mcpfusion/client';

/** `must`: the server breaks a MUST of the specification. `should`: it does not follow a SHOULD. */
export type Severity = 'must' | 'should';

/** The constant part of a passive check. */
export interface Rule {
  /** Of the rule list, e.g. `PRG-04`; several where revisions number them apart, e.g. `PRG-04 PRG25-04`. */
  readonly id: string;
  readonly severity: Severity;
  /** What holds of a right server, in one line: `Progress increases with each notification`. */
  readonly title: string;
  /** Link to the section of the specification that says so. */
  readonly specUrl: string;
  /** The same in 2025-11-25, where both revisions say it. */
  readonly specUrl2025?: string;
}

/** A rule that a frame broke. */
export interface Finding {
  readonly rule: Rule;
  /** Where the rule is written, in the revision that was spoken. */
  readonly specUrl: string;
  /** What was expected and what came, with the values. */
  readonly text: string;
  /** The frames that show it, oldest first. */
  readonly frames: readonly Frame[];
}

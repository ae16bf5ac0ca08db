import type { Style } from '../terminal/style.js';
import { oneLine, visible } from '../terminal/visible.js';
import { showFrame } from '../watch/show-frame.js';
import type { Finding } from './finding.js';

/** A frame of a finding is cut here; `-vv` shows all of it. */
const maxFrameChars = 400;

/** A finding with its rule, its evidence and where the rule is written. Several lines. */
export function showFinding({ rule, specUrl, text, frames }: Finding, style: Style): string {
  const label = rule.severity === 'must' ? style('red', 'MUST') : style('yellow', 'SHOULD');
  const first = frames[0]?.atMs ?? 0;
  return [
    `${label} ${style('bold', rule.id)}  ${rule.title}`,
    `  ${visible(text)}`,
    ...frames.map((frame) => style('gray', `  ${showFrame(frame, first, maxFrameChars)}`)),
    style('gray', `  ${specUrl}`),
  ].join('\n');
}

/** `3 findings of passive checks (2 MUST, 1 SHOULD)` */
export function countFindings(findings: readonly Finding[]): string {
  const must = findings.filter(({ rule }) => rule.severity === 'must').length;
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return `${count} of the passive checks (${must} MUST, ${findings.length - must} SHOULD)`;
}

/** In one line, for reports: `PRG-04: expected more than 5, got 5`. */
export function findingLine({ rule, text }: Finding): string {
  return `${rule.id}: ${oneLine(text, 300)}`;
}

import { readFileSync } from 'node:fs';

/** One finding as the page tells it. */
export interface PageFinding {
  /** Of its heading: `PRG-04 PRG25-04`. */
  readonly rule: string;
  readonly text: string;
  /** Lines of its JSON blocks. */
  readonly frames: readonly string[];
}

/**
 * The sections of `docs/findings.md`, by title:
 *
 *     ## @modelcontextprotocol/server-memory 2026.8.31 over stdio
 *     ### `PRG-04 PRG25-04` Progress increases
 */
const sections: ReadonlyMap<string, string> = new Map(
  readFileSync('docs/findings.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')).replaceAll('`', ''), section]),
);

export function titlesOfFindings(): readonly string[] {
  return [...sections.keys()];
}

/** In the order of the rule's name. */
export function findingsOf(title: string): readonly PageFinding[] {
  const parts = (sections.get(title) ?? '').split(/^### /m).slice(1);
  const findings = parts.map((text) => ({ rule: /^`([^`]+)`/.exec(text)?.[1] ?? '', text, frames: framesIn(text) }));
  return findings.toSorted((left, right) => (left.rule < right.rule ? -1 : 1));
}

function framesIn(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)];
  return blocks.flatMap(([, block = '']) => block.trim().split('\n'));
}

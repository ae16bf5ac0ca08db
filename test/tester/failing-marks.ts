import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A line that must fail: `# fails: TEXT` stands above it, and its error contains TEXT. */
export interface FailingMark {
  readonly path: string;
  readonly line: number;
  /** The first word of the line. */
  readonly command: string;
  readonly text: string;
}

/** Of a script and of those that it includes. */
export function failingMarks(path: string): readonly FailingMark[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  const own = lines.flatMap((line, index) => {
    const [, text] = /^\s*# fails: (.+)$/.exec(line) ?? [];
    // From 1, and the line below the mark.
    const [command = ''] = (lines[index + 1] ?? '').trim().split(' ');
    return text === undefined ? [] : [{ path, line: index + 2, command, text }];
  });
  const included = lines.flatMap((line) => {
    const [, file = ''] = /^\s*include (\S+)$/.exec(line) ?? [];
    const target = join(dirname(path), file);
    return file !== '' && existsSync(target) ? failingMarks(target) : [];
  });
  return [...own, ...included];
}

/** `# cannot run: TEXT` at the top of a script that cannot be read at all. */
export function unreadableMark(path: string): string | undefined {
  return /^# cannot run: (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1];
}

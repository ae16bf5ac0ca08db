import type { Server } from '@mcpfusion/core';
import { bold, colored, dim, type Line } from './line.js';
import type { Screen } from './screen.js';
import type { ServerWatch } from './server-watch.js';

/** What every scene works with. */
export interface Stage {
  readonly screen: Screen;
  /** The server that is reached over HTTP; it runs in this process. */
  readonly server: Server;
  readonly watch: ServerWatch;
  readonly url: string;
  /** Of that server. */
  readonly indexFolder: string;
  readonly scratchFolder: string;
  /** Where charts are written for people. */
  readonly outputFolder: string;
  /** Notes a failed expectation; the demo then ends with an error. */
  readonly expect: (isSo: boolean, what: string) => void;
}

export interface SceneTitle {
  readonly number: number;
  readonly tool: string;
  readonly way: string;
  readonly what: string;
}

/** `1  report.quarterly  HTTP · 2026-07-28   every chart is a yield` */
export function printTitle(screen: Screen, { number, tool, way, what }: SceneTitle): void {
  screen.print();
  screen.print(dim(`${number}`.padEnd(3)), bold(tool.padEnd(18)), colored('magenta', way.padEnd(21)), dim(what));
}

export function printOutcome(screen: Screen, ...line: Line): void {
  screen.print('  ', colored('green', '✓ '), ...line);
}

import type { CallOptions } from '@mcpfusion/client';
import { barLine, type BarState } from './bar.js';
import { logLine } from './log-line.js';
import type { Screen } from './screen.js';

/** A call as it is watched on the screen: its bar moves, its logs appear above. */
export interface FollowedCall {
  readonly options: {
    readonly onProgress: NonNullable<CallOptions['onProgress']>;
    readonly onLog: NonNullable<CallOptions['onLog']>;
  };
  /** Every message that came with progress, in order. */
  readonly messages: readonly string[];
  readonly logCount: number;
  /** Leaves the bar as it is, or full when `done`. */
  readonly finish: (state: Exclude<BarState, 'waiting' | 'running'>) => void;
}

export interface FollowOptions {
  readonly label?: string;
  /** Shown until the first progress comes. */
  readonly waitingFor?: string;
}

export function followCall(screen: Screen, { label, waitingFor = '' }: FollowOptions = {}): FollowedCall {
  const line = screen.openLine();
  const messages: string[] = [];
  let share = 0;
  let logCount = 0;
  line.show(barLine({ share, message: waitingFor, state: 'waiting', label }), share);
  return {
    options: {
      onProgress: ({ progress, total, message }) => {
        share = typeof total === 'number' && total > 0 ? progress / total : 0;
        messages.push(message ?? '');
        line.show(barLine({ share, message: message ?? '', state: 'running', label }), share);
      },
      onLog: ({ level, data }) => {
        logCount++;
        screen.print(...logLine(level, data));
      },
    },
    messages,
    get logCount() {
      return logCount;
    },
    finish: (state) => {
      if (state === 'done') share = 1;
      line.finish(barLine({ share, message: messages.at(-1) ?? '', state, label }));
    },
  };
}

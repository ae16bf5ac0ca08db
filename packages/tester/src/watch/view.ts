import type { WatchEvent } from './watch-event.js';

/**
 * 0: transient bars on a terminal, nothing else. 1: progress, logs, cancels and times, and what the server writes to
 * stderr. 2: every frame as well.
 */
export type Verbosity = 0 | 1 | 2;

/** Shows what happens on connections while it happens. */
export interface View {
  /** `source` names the script, where several are shown in turn. */
  show(event: WatchEvent, source?: string): void;
  /** Lets something else write: whatever moves is out of its way meanwhile. */
  aside(write: () => void): void;
  /** Takes away whatever moves. Nothing is shown afterwards. */
  close(): void;
}

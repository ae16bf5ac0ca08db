import type { Cancellation } from '../../packages/core/src/call/cancellation.js';
import { Drive, type Settlement } from '../../packages/core/src/call/drive.js';

export type Hold = (work: Promise<unknown>) => void;

export interface DriveOptions {
  readonly cancellation: Cancellation;
  readonly graceMs: number;
  readonly onSettled: (settlement: Settlement) => void;
}

/** A drive whose answer is a promise. */
export function startDrive(run: (hold: Hold) => unknown, options: DriveOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const drive: Drive = new Drive({
      ...options,
      body: () => run((work) => drive.hold(work)),
      onValue: resolve,
      onThrown: reject,
    });
    drive.run();
  });
}

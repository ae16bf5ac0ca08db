import type { CallEvent, CallPhase, LogRecord } from '@mcpfusion/core';

export interface SeenRecord extends LogRecord {
  /** `performance.now()`. */
  readonly atMs: number;
}

/** What a server in this process tells about itself: its log, and the life of its calls. */
export class ServerWatch {
  readonly records: SeenRecord[] = [];
  readonly events: CallEvent[] = [];
  readonly #waiting = new Set<(event: CallEvent) => void>();

  /** For `createReportServer`. */
  readonly options = {
    log: (record: LogRecord): void => void this.records.push({ ...record, atMs: performance.now() }),
    onCallEvent: (event: CallEvent): void => {
      this.events.push(event);
      for (const tell of this.#waiting) tell(event);
    },
  };

  /** The next event of this kind. */
  next(tool: string, phase: CallPhase): Promise<CallEvent> {
    return new Promise((resolve) => {
      const tell = (event: CallEvent): void => {
        if (event.tool !== tool || event.phase !== phase) return;
        this.#waiting.delete(tell);
        resolve(event);
      };
      this.#waiting.add(tell);
    });
  }

  /** The last record with this message, as far as it came after `sinceMs`. */
  last(message: string, sinceMs: number): SeenRecord | undefined {
    return this.records.findLast((record) => record.message === message && record.atMs >= sinceMs);
  }
}

import type { Server } from '@mcpfusion/core';
import { LineSplitter } from '@mcpfusion/protocol';
import { createConnection, type Connection } from '../../../packages/core/src/server/connection.js';
import type { Pipe } from '../../../packages/core/src/server/pipe-outlet.js';
import { takeLine } from '../../../packages/core/src/stdio/take-line.js';

export interface PipeOptions {
  /** Takes what was written only a turn of the event loop later, and is pressed until then. */
  readonly isSlow: boolean;
  readonly resultGapMs: number;
}

export const maxLineBytes = 16 * 1024;

/** stdio without a process: bytes of any size in, lines out. */
export class PipeWire {
  /** As text: a fault found inside a write would be caught there. */
  readonly frames: string[] = [];
  readonly connection: Connection;
  readonly #pipe: Pipe;
  readonly #lines = new LineSplitter(maxLineBytes);

  constructor(server: Server, { isSlow, resultGapMs }: PipeOptions) {
    this.#pipe = isSlow ? new SlowPipe(this.frames) : new PromptPipe(this.frames);
    this.connection = createConnection(server, this.#pipe, { resultGapMs });
  }

  /** Nothing is on its way out. */
  get isWritten(): boolean {
    return !this.#pipe.isPressed() && this.connection.inFlight === 0;
  }

  push(bytes: Uint8Array): void {
    for (const line of this.#lines.push(bytes)) takeLine(line, this.connection, this.#pipe, maxLineBytes);
  }
}

class PromptPipe implements Pipe {
  readonly unsentBytes = 0;
  readonly #frames: string[];

  constructor(frames: string[]) {
    this.#frames = frames;
  }

  write(json: string): void {
    this.#frames.push(json);
  }

  isPressed(): boolean {
    return false;
  }

  whenDrained(callback: () => void): void {
    callback();
  }
}

class SlowPipe implements Pipe {
  readonly #frames: string[];
  #drains: (() => void)[] = [];
  #unsentBytes = 0;
  #isScheduled = false;

  constructor(frames: string[]) {
    this.#frames = frames;
  }

  get unsentBytes(): number {
    return this.#unsentBytes;
  }

  write(json: string): void {
    this.#frames.push(json);
    this.#unsentBytes += json.length;
    this.#schedule();
  }

  isPressed(): boolean {
    return this.#unsentBytes > 0;
  }

  whenDrained(callback: () => void): void {
    this.#drains.push(callback);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const drains = this.#drains;
      this.#unsentBytes = 0;
      this.#drains = [];
      for (const drain of drains) drain();
    });
  }
}

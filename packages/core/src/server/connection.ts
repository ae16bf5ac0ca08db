import { methods, parseMessage } from '@mcpfusion/protocol';
import { CancelledError } from '../errors.js';
import { dispatch } from './dispatch.js';
import type { Outlet } from './outlet.js';
import { Peer } from './peer.js';
import { coreOf, type Server } from './server.js';

/** The writing side of a pipe that all exchanges of a connection share. */
export interface Pipe {
  /** One frame as JSON text, without a line break. */
  write(json: string): void;
  isPressed(): boolean;
  /** Calls back once, when everything up to now has been taken and there is no pressure. */
  whenDrained(callback: () => void): void;
}

export interface ConnectionOptions {
  /**
   * How long an answer waits after the last progress of its call, in ms: some
   * clients lose progress that comes in the same chunk. Calls without progress never wait.
   */
  readonly resultGapMs: number;
}

/** One client on a pipe, as on stdio: one scope of ids, one session. */
export interface Connection {
  /** Takes the text of one message. */
  receive(text: string): void;
  /** Requests without an answer. */
  readonly inFlight: number;
  /** Resolves when no answer waits for its gap any more. */
  written(): Promise<void>;
  /** The client is gone: what it asked for is cancelled (`disconnect`). */
  close(): void;
}

export function createConnection(server: Server, pipe: Pipe, { resultGapMs }: ConnectionOptions): Connection {
  const core = coreOf(server);
  const peer = new Peer(undefined, undefined);
  const late = new Set<Promise<void>>();
  return {
    receive: (text) => {
      const outlet = new PipeOutlet(pipe, resultGapMs, late);
      const message = parseMessage(text);
      const { isClosing } = core;
      dispatch(core, {
        message,
        transport: 'stdio',
        header: undefined,
        headers,
        peer,
        principal: undefined,
        outlet,
        isClosing,
      });
    },
    get inFlight() {
      return peer.inFlight.size;
    },
    written: async () => {
      await Promise.all(late);
    },
    close: () => {
      for (const exchange of [...peer.inFlight.values()]) {
        exchange.abort(new CancelledError('disconnect', 'The client closed the connection.'));
      }
    },
  };
}

const headers = (): Headers => new Headers();

// Encoded by JSON.stringify, so the method stands where this looks.
const progressStart = `{"jsonrpc":"2.0","method":"${methods.progress}"`;

class PipeOutlet implements Outlet {
  readonly #pipe: Pipe;
  readonly #resultGapMs: number;
  readonly #late: Set<Promise<void>>;
  /** Progress that the pipe has not taken yet. */
  #waiting = 0;
  /** When it took the last. */
  #progressAtMs = Number.NEGATIVE_INFINITY;

  constructor(pipe: Pipe, resultGapMs: number, late: Set<Promise<void>>) {
    this.#pipe = pipe;
    this.#resultGapMs = resultGapMs;
    this.#late = late;
  }

  notify(json: string): void {
    this.#pipe.write(json);
    if (this.#resultGapMs <= 0 || !json.startsWith(progressStart)) return;
    this.#waiting++;
    this.#pipe.whenDrained(this.#onProgressTaken);
  }

  finish(json: string): void {
    if (this.#waiting === 0 && this.#gapMs() <= 0) return this.#pipe.write(json);
    const written = this.#gapOver().then(() => {
      this.#pipe.write(json);
      this.#late.delete(written);
    });
    this.#late.add(written);
  }

  drop(): void {}

  isPressed(): boolean {
    return this.#pipe.isPressed();
  }

  whenDrained(callback: () => void): void {
    this.#pipe.whenDrained(callback);
  }

  readonly #onProgressTaken = (): void => {
    this.#waiting--;
    this.#progressAtMs = performance.now();
  };

  #gapMs(): number {
    return this.#progressAtMs + this.#resultGapMs - performance.now();
  }

  // Counted from the write and not from the report: a busy process or a slow reader may lie between them.
  async #gapOver(): Promise<void> {
    if (this.#waiting > 0) await new Promise<void>((resolve) => this.#pipe.whenDrained(resolve));
    const gapMs = this.#gapMs();
    if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
  }
}

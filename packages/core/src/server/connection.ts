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
  #progressAtMs = Number.NEGATIVE_INFINITY;

  constructor(pipe: Pipe, resultGapMs: number, late: Set<Promise<void>>) {
    this.#pipe = pipe;
    this.#resultGapMs = resultGapMs;
    this.#late = late;
  }

  notify(json: string): void {
    if (this.#resultGapMs > 0 && json.startsWith(progressStart)) this.#progressAtMs = performance.now();
    this.#pipe.write(json);
  }

  finish(json: string): void {
    const waitMs = this.#progressAtMs + this.#resultGapMs - performance.now();
    if (waitMs <= 0) return this.#pipe.write(json);
    const written = new Promise<void>((resolve) => {
      setTimeout(() => {
        this.#pipe.write(json);
        this.#late.delete(written);
        resolve();
      }, waitMs);
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
}

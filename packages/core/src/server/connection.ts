import { encodeError, eraOf, errorCodes, parseMessage, rpcError } from '@mcpfusion/protocol';
import { CancelledError } from '../errors.js';
import { dispatch } from './dispatch.js';
import { defaultLimits, type LimitOptions } from './limits.js';
import { LostLogs } from './lost-logs.js';
import { Peer } from './peer.js';
import { PipeOutlet, type Pipe, type PipeUse } from './pipe-outlet.js';
import { coreOf, type Server, type ServerCore } from './server.js';

export interface ConnectionOptions extends LimitOptions {
  /**
   * How long an answer waits after the last progress of its call, in ms: some
   * clients lose progress that comes in the same chunk. Calls without progress never wait.
   */
  readonly resultGapMs: number;
}

/** One client on a pipe, as on stdio: one scope of ids, one session. */
export interface Connection {
  /** Takes the text of one message. Never throws. */
  receive(text: string): void;
  /** Requests whose answers have not been written. */
  readonly inFlight: number;
  /** Frames that the client has not taken, and answers that wait for their gap. */
  readonly unsentBytes: number;
  /** Resolves when no answer waits for its gap any more. */
  written(): Promise<void>;
  /** The client is gone: what it asked for is cancelled (`disconnect`). */
  close(): void;
}

export function createConnection(server: Server, pipe: Pipe, options: ConnectionOptions): Connection {
  const core = coreOf(server);
  const {
    resultGapMs,
    maxInFlight = defaultLimits.maxInFlight,
    maxJsonDepth = defaultLimits.maxJsonDepth,
    maxUnsentBytes = defaultLimits.maxUnsentBytes,
  } = options;
  const peer = new Peer(core.exchanges, undefined, undefined);
  const lostLogs = new LostLogs(core.log);
  const use: PipeUse = { pipe, resultGapMs, maxUnsentBytes, late: new Set(), lateBytes: 0, lostLogs, log: core.log };
  const take = (text: string): void => {
    const message = parseMessage(text, maxJsonDepth);
    const isInitialized = peer.session !== undefined;
    dispatch(core, {
      message,
      era: eraOf({ transport: 'stdio', message, versionHeader: undefined, isInitialized }),
      header: undefined,
      request: noRequest,
      peer,
      principal: undefined,
      outlet: new PipeOutlet(use),
      isClosing: core.isClosing,
      isFull: peer.inFlight >= maxInFlight,
      isClientGone: false,
    });
  };
  return {
    receive: (text) => {
      try {
        take(text);
      } catch (cause) {
        refuse(core, pipe, cause);
      }
    },
    get inFlight() {
      return peer.inFlight;
    },
    get unsentBytes() {
      return pipe.unsentBytes + use.lateBytes;
    },
    written: async () => {
      await Promise.all(use.late);
    },
    close: () => {
      lostLogs.tell();
      for (const exchange of peer.exchanges()) {
        exchange.abort(new CancelledError('disconnect', 'The client closed the connection.'));
      }
    },
  };
}

const noRequest = { headers: () => new Headers() };

function refuse({ log }: ServerCore, pipe: Pipe, cause: unknown): void {
  log.error('a message could not be taken', { cause });
  try {
    pipe.write(encodeError(undefined, rpcError(errorCodes.internalError, 'Internal error.')));
  } catch {
    // Told above; there is nobody else to tell.
  }
}

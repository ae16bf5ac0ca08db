import { encodeError, errorCodes, LineSplitter, rpcError, type Line } from '@mcpfusion/protocol';
import { createConnection, type Connection } from '../server/connection.js';
import { coreOf, type Server } from '../server/server.js';
import { onStdout } from './stdout.js';
import { StdoutPipe } from './stdout-pipe.js';

export interface StdioOptions {
  /**
   * How long an answer waits after the last progress of its call, in ms. The official
   * clients lose progress that comes in the same chunk as the result. Default 5; 0: not at all.
   */
  readonly resultGapMs?: number;
  /** Longest line, in bytes; longer ones are answered and skipped. Default 4 MiB. */
  readonly maxLineBytes?: number;
  /** How long running calls may take to answer after the end of stdin, in ms; then they are cancelled. Default 250. */
  readonly eofDrainMs?: number;
  /** How long running calls may take to end after SIGTERM, and then a slow reader to take the answers, in ms. Default 10000. */
  readonly drainMs?: number;
}

/**
 * Serves one client on stdin and stdout, until stdin ends, its reader is gone or
 * a signal comes; then the process exits. A promise that a handler has forgotten
 * and that is rejected is logged and ends nothing.
 *
 * Source: 2026-07-28, stdio.
 */
export function serveStdio(server: Server, options: StdioOptions = {}): void {
  const { resultGapMs = 5, maxLineBytes = 4 * 1024 * 1024, eofDrainMs = 250, drainMs = 10_000 } = options;
  const pipe = new StdoutPipe();
  const connection = createConnection(server, pipe, { resultGapMs });
  const end = createEnd(server, connection, pipe, drainMs);
  readLines(maxLineBytes, connection, pipe, () => {
    setTimeout(() => connection.close(), eofDrainMs);
    end.begin(eofDrainMs + drainMs);
  });
  onStdout('error', () => {
    pipe.close();
    connection.close();
    end.begin(drainMs);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second signal means now.
      if (end.hasBegun()) process.exit(1);
      end.begin(drainMs);
    });
  }
  const { log } = coreOf(server);
  process.on('unhandledRejection', (cause) => log.error('a promise was rejected and nobody handled it', { cause }));
}

/** The way out of the process, taken once. */
function createEnd(server: Server, connection: Connection, pipe: StdoutPipe, flushMs: number) {
  let hasBegun = false;
  const run = async (drainMs: number): Promise<void> => {
    await server.close({ drainMs });
    const written = connection.written().then(() => pipe.flushed());
    await Promise.race([written, new Promise((resolve) => setTimeout(resolve, flushMs))]);
    process.exit(0);
  };
  return {
    hasBegun: () => hasBegun,
    begin: (drainMs: number): void => {
      if (hasBegun) return;
      hasBegun = true;
      void run(drainMs);
    },
  };
}

function readLines(maxLineBytes: number, connection: Connection, pipe: StdoutPipe, onEnd: () => void): void {
  const lines = new LineSplitter(maxLineBytes);
  const take = (line: Line | undefined): void => {
    if (line) takeLine(line, connection, pipe, maxLineBytes);
  };
  process.stdin.on('data', (bytes: Uint8Array) => {
    for (const line of lines.push(bytes)) take(line);
  });
  process.stdin.once('end', () => {
    take(lines.end());
    onEnd();
  });
  // A broken pipe or terminal ends without an end.
  process.stdin.once('error', onEnd);
}

function takeLine(line: Line, connection: Connection, pipe: StdoutPipe, maxLineBytes: number): void {
  if ('text' in line) return connection.receive(line.text);
  const error =
    'notUtf8' in line
      ? rpcError(errorCodes.parseError, 'Parse error: the line is not UTF-8.')
      : rpcError(
          errorCodes.invalidRequest,
          `Invalid request: a line of ${line.oversizedBytes} bytes is longer than ${maxLineBytes}.`,
        );
  pipe.write(encodeError(undefined, error));
}

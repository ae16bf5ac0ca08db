import { encodeError, errorCodes, LineSplitter, rpcError, type Line } from '@mcpfusion/protocol';
import { createConnection, type Connection } from '../server/connection.js';
import type { Server } from '../server/server.js';
import { onStdout, stdoutFlushed } from './stdout.js';
import { StdoutPipe } from './stdout-pipe.js';

export interface StdioOptions {
  /**
   * How long an answer waits after the last progress of its call, in ms. The official
   * clients lose progress that comes in the same chunk as the result. Default 5; 0: not at all.
   */
  readonly resultGapMs?: number;
  /** Longest line, in bytes; longer ones are answered and skipped. Default 4 MiB. */
  readonly maxLineBytes?: number;
  /** How long running calls may take to answer after the end of stdin, in ms. Default 250. */
  readonly eofDrainMs?: number;
  /** How long running calls may take to end after SIGTERM, in ms. Default 10000. */
  readonly drainMs?: number;
}

/**
 * Serves one client on stdin and stdout, until stdin ends or a signal comes; then
 * the process exits.
 *
 * Source: 2026-07-28, stdio.
 */
export function serveStdio(server: Server, options: StdioOptions = {}): void {
  const { resultGapMs = 5, maxLineBytes = 4 * 1024 * 1024, eofDrainMs = 250, drainMs = 10_000 } = options;
  const pipe = new StdoutPipe();
  const connection = createConnection(server, pipe, { resultGapMs });
  const lines = new LineSplitter(maxLineBytes);
  const take = (line: Line | undefined): void => {
    if (line) takeLine(line, connection, pipe, maxLineBytes);
  };
  let isEnding = false;
  const end = async (closeAfterMs: number, code: number): Promise<void> => {
    // A second signal means now.
    if (isEnding) process.exit(code);
    isEnding = true;
    await server.close({ drainMs: closeAfterMs });
    await connection.written();
    pipe.flush();
    await stdoutFlushed();
    process.exit(code);
  };
  process.stdin.on('data', (bytes: Uint8Array) => {
    for (const line of lines.push(bytes)) take(line);
  });
  process.stdin.once('end', () => {
    take(lines.end());
    if (!isEnding) void end(eofDrainMs, 0);
  });
  process.once('SIGTERM', () => void end(drainMs, 0));
  process.once('SIGINT', () => void end(drainMs, 0));
  // The reader is gone; there is nobody to tell.
  onStdout('error', () => process.exit(0));
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

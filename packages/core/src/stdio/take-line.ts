import { encodeError, errorCodes, rpcError, type Line } from '@mcpfusion/protocol';
import type { Connection } from '../server/connection.js';
import type { Pipe } from '../server/pipe-outlet.js';

/** Hands a line of stdin to its connection; answers one that is no text or too long. */
export function takeLine(line: Line, connection: Connection, pipe: Pipe, maxLineBytes: number): void {
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

import { ConnectionLost } from '@mcpfusion/client';

/** Whether the message of an error, made here or from one of the client, ends with the server's last lines of stderr. */
export function tellsStderr(error: unknown): boolean {
  if (error instanceof ConnectionLost && error.stderrLines.length > 0) return true;
  return error instanceof Error && error.cause !== undefined && tellsStderr(error.cause);
}

import type { Client } from '@mcpfusion/client';
import { isLogLevel, methods, type LogMessageParams } from '@mcpfusion/protocol';

/**
 * Log messages on the GET stream of a 2025 HTTP session: they name no call, so they belong to all that run. Everywhere
 * else the client brings each log message to its calls. Gives a function that ends it.
 */
export function watchServerStream(client: Client, onLog: (log: LogMessageParams) => void): () => void {
  if (client.transport !== 'http' || client.era !== '2025-11-25') return () => {};
  return client.onFrame(({ direction, message, http }) => {
    if (direction !== 'in' || http?.method !== 'GET' || message?.kind !== 'notification') return;
    const params = message.params as unknown as LogMessageParams;
    if (message.method === methods.message && isLogLevel(params.level)) onLog(params);
  });
}

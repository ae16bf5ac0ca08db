import { methods } from '@mcpfusion/protocol';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import type { CommandContext } from './command-context.js';
import { withConnection } from './with-connection.js';

/** `mcp-tester ping`: asks the server and times the answer. The 2026 revision has no `ping`, so `server/discover` is asked. */
export function ping(context: CommandContext): Promise<ExitCode> {
  return withConnection(context, async ({ client, target }) => {
    const method = client.era === '2025-11-25' ? methods.ping : methods.discover;
    const startedAtMs = performance.now();
    await client.request(method, {}, { signal: context.signal });
    const durationMs = Number((performance.now() - startedAtMs).toFixed(3));
    const { protocolVersion, server } = client;
    const name = server.info === undefined ? 'a server without a name' : `${server.info.name} ${server.info.version}`;
    if (context.options.format === 'json') {
      context.output.print(
        JSON.stringify({ method, durationMs, protocolVersion, server: server.info ?? null }, null, 2),
      );
    } else {
      context.output.print(
        `${target.label} is ${name}, speaks ${protocolVersion}, answered ${method} in ${durationMs} ms`,
      );
    }
    return exitCodes.ok;
  });
}

import { isLogLevel, logLevels } from '@mcpfusion/protocol';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import type { CommandContext } from './command-context.js';
import { withConnection } from './with-connection.js';

/** `mcp-tester logging LEVEL`: whether a 2025 server takes the level. The level ends with the connection. */
export function logging(context: CommandContext, level: string): Promise<ExitCode> {
  if (!isLogLevel(level)) throw new UsageError(`Expected LEVEL to be one of ${logLevels.join(', ')}, got "${level}".`);
  return withConnection(context, async ({ client }) => {
    if (client.era !== '2025-11-25') {
      throw new UsageError(
        'The 2026-07-28 revision has no logging/setLevel: each request says its level. See "mcp-tester call --log-level".',
      );
    }
    await client.setLogLevel(level, { signal: context.signal });
    const isJson = context.options.format === 'json';
    context.output.print(isJson ? JSON.stringify({ level }) : `The server takes the log level ${level}.`);
    return exitCodes.ok;
  });
}

import type { ListedTool } from '@mcpfusion/client';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import type { CommandContext } from './command-context.js';
import { withConnection } from './with-connection.js';
import { indent } from '../terminal/indent.js';

/** `mcp-tester list`: the tools of every page. */
export function list(context: CommandContext): Promise<ExitCode> {
  return withConnection(context, async ({ client }) => {
    const tools = await client.listTools({ signal: context.signal });
    if (context.options.format === 'json') context.output.print(JSON.stringify({ tools }, null, 2));
    else context.output.print(tools.length === 0 ? 'The server has no tools.' : tools.map(showTool).join('\n---\n'));
    return exitCodes.ok;
  });
}

function showTool({ name, title, description, inputSchema, outputSchema, annotations }: ListedTool): string {
  const lines = [typeof title === 'string' ? `${name} (${title})` : name];
  if (description !== undefined) {
    // What a server sends is not always what its type promises.
    lines.push(indent(typeof description === 'string' ? description : JSON.stringify(description)));
  }
  if (inputSchema !== undefined) lines.push('  input schema:', indent(JSON.stringify(inputSchema, null, 2), 4));
  if (outputSchema !== undefined) lines.push('  output schema:', indent(JSON.stringify(outputSchema, null, 2), 4));
  if (annotations !== undefined) lines.push(`  annotations: ${JSON.stringify(annotations)}`);
  return lines.join('\n');
}

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toolCount } from './channel.mjs';

export function createSdkServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
  for (let index = 0; index < toolCount; index++) {
    const config = { description: 'Echoes the text', inputSchema: { text: z.string() } };
    server.registerTool(index === 0 ? 'echo' : `echo.${index}`, config, async ({ text }) => ({
      content: [{ type: 'text', text }],
    }));
  }
  return server;
}

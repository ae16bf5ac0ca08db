import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';
import { answerUsage, sayPort, toolCount } from './answer-usage.mjs';

answerUsage();
const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {} } });
for (let index = 0; index < toolCount; index++) {
  const config = { description: 'Echoes the text', inputSchema: { text: z.string() } };
  server.registerTool(index === 0 ? 'echo' : `echo.${index}`, config, async ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
}
const transport = new StreamableHTTPServerTransport({
  sessionIdGenerator: () => randomUUID(),
  enableJsonResponse: true,
});
await server.connect(transport);
createServer((request, response) => void transport.handleRequest(request, response)).listen(
  0,
  '127.0.0.1',
  function listening() {
    sayPort(this.address().port);
  },
);

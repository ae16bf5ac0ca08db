// node sdk-v1.mjs stdio|http
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { question, registerTools } from './tools.mjs';

const server = new McpServer({ name: 'sdk-v1', version: '1.0.0' }, { capabilities: { logging: {} } });
const call = ({ signal, _meta, sendNotification, sessionId, requestId }) => ({
  signal,
  progress: (progress) =>
    _meta?.progressToken === undefined
      ? undefined
      : sendNotification({
          method: 'notifications/progress',
          params: { progressToken: _meta.progressToken, progress },
        }),
  log: (level, data) => server.server.sendLoggingMessage({ level, data }, sessionId),
  ask: async (text) => {
    const { action } = await server.server.elicitInput(question, { relatedRequestId: requestId });
    return text(action);
  },
});
registerTools(
  (name, config, run) =>
    server.registerTool(name, { description: name, inputSchema: {}, ...config }, (args, extra) =>
      run(args, call(extra)),
    ),
  (shape) => shape,
);
if (process.argv[2] === 'http') {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await server.connect(transport);
  const listener = createServer((request, response) => void transport.handleRequest(request, response));
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${listener.address().port}/\n`));
  process.stdin.on('end', () => process.exit(0)).resume();
} else {
  await server.connect(new StdioServerTransport());
}

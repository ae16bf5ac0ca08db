// node sdk-v2.mjs stdio|http
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { registerTools } from './tools.mjs';

const call = ({ mcpReq }) => ({
  signal: mcpReq.signal,
  progress: (progress) =>
    mcpReq._meta?.progressToken === undefined
      ? undefined
      : mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: mcpReq._meta.progressToken, progress },
        }),
  log: (level, data) => mcpReq.log(level, data),
  ask: async (text) => text('not asked'),
});

function create() {
  const server = new McpServer({ name: 'sdk-v2', version: '1.0.0' }, { capabilities: { logging: {} } });
  registerTools(
    (name, config, run) =>
      server.registerTool(name, { description: name, inputSchema: z.object({}), ...config }, (args, ctx) =>
        run(args, call(ctx)),
      ),
    (shape) => z.object(shape),
  );
  return server;
}

if (process.argv[2] === 'http') {
  const handle = toNodeHandler(createMcpHandler(create));
  const listener = createServer((request, response) => void handle(request, response));
  listener.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${listener.address().port}/\n`));
  process.stdin.on('end', () => process.exit(0)).resume();
} else {
  serveStdio(create);
}

import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answerUsage, listen, tell } from './channel.mjs';
import { pieceOf } from './pieces.mjs';
import { whenAborted } from './when-aborted.mjs';

const inputSchema = z.object({ count: z.number() });

function createSdkServer() {
  const server = new McpServer({ name: 'bench', version: '1.0.0' }, { capabilities: { tools: {}, logging: {} } });
  const register = (name, say) =>
    server.registerTool(name, { inputSchema }, async ({ count }, ctx) => {
      const { signal } = ctx.mcpReq;
      let at = 0;
      while (at < count && !signal.aborted) await say(ctx, ++at);
      tell('said', { count: at });
      await whenAborted(signal);
      return { content: [] };
    });
  register('progress', ({ mcpReq }, progress) => {
    const params = { progressToken: mcpReq._meta?.progressToken, progress, message: pieceOf(progress) };
    return mcpReq.notify({ method: 'notifications/progress', params });
  });
  register('log', ({ mcpReq }, at) => mcpReq.log('error', pieceOf(at)));
  return server;
}

answerUsage();
const handle = toNodeHandler(createMcpHandler(createSdkServer));
listen(createServer((request, response) => void handle(request, response)));

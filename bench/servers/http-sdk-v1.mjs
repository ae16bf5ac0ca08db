import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { answerUsage, listen } from './channel.mjs';
import { createSdkServer } from './sdk-v1-server.mjs';

answerUsage();
const transport = new StreamableHTTPServerTransport({
  sessionIdGenerator: () => randomUUID(),
  enableJsonResponse: true,
});
await createSdkServer().connect(transport);
listen(createServer((request, response) => void transport.handleRequest(request, response)));

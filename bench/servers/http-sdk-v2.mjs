import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { answerUsage, sayPort } from './answer-usage.mjs';
import { createSdkServer } from './sdk-v2-server.mjs';

answerUsage();
const handle = toNodeHandler(createMcpHandler(createSdkServer));
createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1', function listening() {
  sayPort(this.address().port);
});

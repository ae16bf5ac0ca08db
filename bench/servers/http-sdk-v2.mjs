import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { answerUsage, listen } from './channel.mjs';
import { createSdkServer } from './sdk-v2-server.mjs';

answerUsage();
const handle = toNodeHandler(createMcpHandler(createSdkServer));
listen(createServer((request, response) => void handle(request, response)));

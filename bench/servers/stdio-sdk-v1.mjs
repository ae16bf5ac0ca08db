import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { answerUsage } from './channel.mjs';
import { createSdkServer } from './sdk-v1-server.mjs';

answerUsage();
await createSdkServer().connect(new StdioServerTransport());

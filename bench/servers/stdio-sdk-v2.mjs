import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { answerUsage } from './channel.mjs';
import { createSdkServer } from './sdk-v2-server.mjs';

answerUsage();
serveStdio(createSdkServer);

import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { answerUsage } from './answer-usage.mjs';
import { createSdkServer } from './sdk-v2-server.mjs';

if (process.send) {
  answerUsage();
  process.channel.unref();
}
serveStdio(createSdkServer);

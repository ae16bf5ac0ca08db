import { serveStdio } from '@mcpfusion/core/stdio';
import { createServer } from '@mcpfusion/core';
import { answerUsage } from './answer-usage.mjs';
import { tools } from './fusion-tools.mjs';

if (process.send) {
  answerUsage();
  process.channel.unref();
}
serveStdio(createServer({ name: 'bench', version: '1.0.0', tools, log: false }));

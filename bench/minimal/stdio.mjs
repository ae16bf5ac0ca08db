import { serveStdio } from '@mcpfusion/core/stdio';
import { createServer, initMCPFusion } from '@mcpfusion/core';

const f = initMCPFusion();
const echo = f
  .query('echo')
  .withString('text')
  .handle(async ({ text }) => text);
serveStdio(createServer({ name: 'minimal', version: '1.0.0', tools: [echo] }));

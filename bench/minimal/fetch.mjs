import { createServer, initMCPFusion, toFetchHandler } from '@mcpfusion/core';

const f = initMCPFusion();
const echo = f
  .query('echo')
  .withString('text')
  .handle(async ({ text }) => text);
export default { fetch: toFetchHandler(createServer({ name: 'minimal', version: '1.0.0', tools: [echo] })) };

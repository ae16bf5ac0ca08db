import { createServer, initMCPFusion, progress } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { answerUsage, tell } from './channel.mjs';
import { whenAborted } from './when-aborted.mjs';

const f = initMCPFusion();

/** Says one thing and stays open. */
const hold = f.query('hold').handle(async function* (_, { signal }) {
  yield progress(1);
  await whenAborted(signal);
});

answerUsage();
const server = createServer({ name: 'bench', version: '1.0.0', tools: [hold], log: false });
const { port } = await serveHttp(server, { port: 0 });
tell('listening', { port });

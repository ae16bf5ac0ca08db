import { createServer, initMCPFusion, progress } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { setImmediate as turn } from 'node:timers/promises';
import { answerUsage, tell } from './channel.mjs';
import { perTurn, pieceOf } from './pieces.mjs';
import { whenAborted } from './when-aborted.mjs';

const f = initMCPFusion();

const reports = f
  .query('progress')
  .withInteger('count')
  .handle(async function* ({ count }, ctx) {
    for (let at = 1; at <= count; at++) yield progress({ progress: at, message: pieceOf(at) });
    tell('said', { count });
    await whenAborted(ctx.signal);
  });

const logs = f
  .query('log')
  .withInteger('count')
  .handle(async ({ count }, ctx) => {
    let at = 0;
    while (at < count && !ctx.signal.aborted) {
      ctx.log.error(pieceOf(++at));
      if (at % perTurn === 0) await turn();
    }
    tell('said', { count: at });
    await whenAborted(ctx.signal);
  });

answerUsage();
const server = createServer({ name: 'bench', version: '1.0.0', tools: [reports, logs], log: false });
const { port } = await serveHttp(server, { port: 0 });
tell('listening', { port });

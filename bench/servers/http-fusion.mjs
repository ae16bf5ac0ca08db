import { createServer } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { answerUsage, tell } from './channel.mjs';
import { tools } from './fusion-tools.mjs';

answerUsage();
const { port } = await serveHttp(createServer({ name: 'bench', version: '1.0.0', tools, log: false }), { port: 0 });
tell('listening', { port });

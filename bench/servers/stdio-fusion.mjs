import { serveStdio } from '@mcpfusion/core/stdio';
import { createServer } from '@mcpfusion/core';
import { answerUsage } from './channel.mjs';
import { tools } from './fusion-tools.mjs';

answerUsage();
serveStdio(createServer({ name: 'bench', version: '1.0.0', tools, log: false }));

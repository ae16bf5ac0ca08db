import { AsyncLocalStorage } from 'node:async_hooks';
import { initMCPFusion } from '@mcpfusion/core';
import { toolCount } from './channel.mjs';

const f = initMCPFusion();

/** `echo`, and as many like it as the bench asks for. */
const echoes = Array.from({ length: toolCount }, (_, index) =>
  f
    .query(index === 0 ? 'echo' : `echo.${index}`)
    .describe('Echoes the text')
    .withString('text', 'Any text')
    .handle(async ({ text }) => text),
);

/** Enters ambient storage. From then on Node follows each promise of the process. */
const ambient = f
  .query('ambient')
  .describe('Echoes the text out of ambient storage')
  .withString('text', 'Any text')
  .handle(async ({ text }) => {
    const storage = new AsyncLocalStorage();
    return storage.run(text, async () => storage.getStore());
  });

export const tools = process.env.AMBIENT ? [...echoes, ambient] : echoes;

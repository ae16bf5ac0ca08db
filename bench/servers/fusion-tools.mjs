import { initMCPFusion } from '@mcpfusion/core';
import { toolCount } from './answer-usage.mjs';

const f = initMCPFusion();

/** `echo`, and as many like it as the bench asks for. */
export const tools = Array.from({ length: toolCount }, (_, index) =>
  f
    .query(index === 0 ? 'echo' : `echo.${index}`)
    .describe('Echoes the text')
    .withString('text', 'Any text')
    .handle(async ({ text }) => text),
);

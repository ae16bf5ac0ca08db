import { AsyncLocalStorage } from 'node:async_hooks';
import { ask as field, initMCPFusion, readInput, requireInput } from '@mcpfusion/core';
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

/** Asks once, and keeps a state of so many characters meanwhile. It reads, so that one answer may be given often. */
const ask = f
  .query('ask')
  .describe('Asks whether to go on')
  .withInteger('size', 'Characters of the state')
  .interactive()
  .handle(({ size }) => {
    if (readInput('go')) return 'asked';
    const go = requireInput.elicit('Go on?', { confirm: field.boolean() });
    return requireInput({ inputRequests: { go }, state: 'x'.repeat(size) });
  });

const { AMBIENT, ASK } = process.env;
export const tools = [...echoes, ...(AMBIENT ? [ambient] : []), ...(ASK ? [ask] : [])];

import { createServer, type Server } from '@mcpfusion/core';
import { orderedTools } from './ordered-tools.js';
import { quickTools } from './quick-tools.js';
import type { Stage } from './stage.js';

const isQuiet: ReadonlySet<string> = new Set(['debug', 'info', 'notice']);

/** What the tools here do on purpose; any other warning is a fault. */
const fromTools =
  /^(?:tool failed|told to|counted|the handler threw after its call|Progress was dropped|log messages were lost)/;

/** A server with tools for everything that can go on in one. */
export function createFuzzServer(stage: Stage): Server {
  return createServer({
    name: 'fuzz',
    version: '1.0.0',
    log: ({ level, message }) => {
      if (!isQuiet.has(level) && !fromTools.test(message)) stage.faults.push(`log: ${message}`);
    },
    graceMs: 60_000,
    concurrency: { max: 64 },
    tools: [...quickTools(), ...orderedTools(stage)],
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { f } from '../fusion.js';

const hourMs = 3_600_000;

export const wait = f
  .query('wait')
  .describe('Answer after a while; says nothing until then')
  .withInteger('ms', 'How long', { min: 0, max: hourMs })
  .handle(async ({ ms }, ctx) => {
    await sleep(ms, undefined, { signal: ctx.signal });
    return `Waited ${ms} ms`;
  });

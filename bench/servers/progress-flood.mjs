// A tool that yields progress in a tight loop, asked for in memory or over HTTP, and an echo over HTTP beside it.
import { connectInMemory, createServer, initMCPFusion, progress } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { floodCall } from '../lib/flood.mjs';
import { answer, tell } from './channel.mjs';
import { tools } from './fusion-tools.mjs';
import { heldBytes } from './memory.mjs';

const f = initMCPFusion();

/** What the call holds is asked for before it is answered: later, nobody could hold anything. */
const flood = f
  .query('flood')
  .withInteger('count')
  .handle(async function* ({ count }) {
    const heldBefore = await heldBytes();
    const startedAtMs = performance.now();
    for (let at = 1; at <= count; at++) yield progress({ progress: at, total: count });
    const tookMs = performance.now() - startedAtMs;
    tell('flooded', { tookMs, grownBytes: (await heldBytes()) - heldBefore });
    return 'done';
  });

const key = '"progress":';

const server = createServer({ name: 'bench', version: '1.0.0', tools: [...tools, flood], log: false });

/** Counts the frames of one flood in this process, as they come. */
const countInMemory = ({ count, id }) =>
  new Promise((resolve) => {
    const seen = { frames: 0, last: 0, isIncreasing: true };
    const connection = connectInMemory(server, (json) => {
      const at = json.indexOf(key);
      if (at < 0) return resolve({ ...seen, answer: json });
      const value = Number.parseInt(json.slice(at + key.length), 10);
      if (value <= seen.last) seen.isIncreasing = false;
      seen.frames++;
      seen.last = value;
    });
    connection.receive(floodCall(id, count));
  });

answer('flood in memory', countInMemory);
const { port } = await serveHttp(server, { port: 0 });
tell('listening', { port });

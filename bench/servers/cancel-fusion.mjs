// A tool that waits for its cancel and one that never stops yielding, cancelled in this process or over HTTP.
import { setImmediate as turn } from 'node:timers/promises';
import { connectInMemory, createServer, initMCPFusion, progress } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { nowMs } from '../lib/clock.mjs';
import { cancelled, stateless, toolCall } from '../lib/messages.mjs';
import { answer, tell } from './channel.mjs';

const f = initMCPFusion();

/** When the listener of each call ran, by the id of its request. */
const heardAtMs = new Map();

const wait = f.query('wait').handle(async (_, { signal, requestId }) => {
  const heard = new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      const atMs = nowMs();
      heardAtMs.set(requestId, atMs);
      tell('heard', { atMs });
      resolve();
    });
  });
  tell('waiting');
  await heard;
});

/** A tight loop that never ends by itself. */
const spin = f.query('spin').handle(async function* (_, { requestId }) {
  try {
    for (let at = 1; ; at++) yield progress(at / 1e9);
  } finally {
    heardAtMs.set(requestId, nowMs());
  }
});

const server = createServer({ name: 'bench', version: '1.0.0', tools: [wait, spin], log: false });

const connection = connectInMemory(server, (json) => {
  throw new Error(`A call that waits for its cancel was answered: ${json}`);
});
const call = (id, name) => connection.receive(toolCall({ id, era: stateless, name }));

answer('spin', () => call('busy', 'spin'));

/** Ms from the cancel's frame to the listener for each of `count` calls of one tool, `perTurn` of them at a time. */
answer('cancel in memory', async ({ name, count, perTurn }) => {
  const tookMs = [];
  while (tookMs.length < count) {
    const ids = Array.from({ length: perTurn }, (_, index) => tookMs.length + index);
    for (const id of ids) call(id, name);
    await turn();
    const sentAtMs = ids.map((id) => {
      const atMs = nowMs();
      connection.receive(cancelled(id));
      return atMs;
    });
    while (!ids.every((id) => heardAtMs.has(id))) await turn();
    for (const [index, id] of ids.entries()) tookMs.push(heardAtMs.get(id) - sentAtMs[index]);
    heardAtMs.clear();
  }
  return { tookMs };
});

const { port } = await serveHttp(server, { port: 0 });
tell('listening', { port });

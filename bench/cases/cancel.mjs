import { bestOf } from '../lib/claims.mjs';
import { nowMs } from '../lib/clock.mjs';
import { callHeaders, cancelled, session, stateless, toolCall } from '../lib/messages.mjs';
import { rawCall } from '../lib/raw-call.mjs';
import { postText } from '../lib/http-load.mjs';
import { withServer } from '../lib/server-process.mjs';

/** `perTurn` at a time, since beside a tight loop each turn of the event loop takes 8 ms. */
const waitersOf =
  (perTurn) =>
  async (server, { count }) =>
    (await server.ask('cancel in memory', { name: 'wait', perTurn, count })).tookMs;

const loopsInMemory = async (server, { slowCount }) =>
  (await server.ask('cancel in memory', { name: 'spin', perTurn: 1, count: slowCount })).tookMs;

export const cancelCase = {
  name: 'cancel',
  title: 'From a cancel to its handler',
  about: `Time from a cancel to the handler's own \`abort\` listener on \`ctx.signal\`. In memory it begins with the frame of \`notifications/cancelled\`
that is handed to the connection. Over HTTP it begins before the client, another process, writes the notification
(2025-11-25) or closes its connection (2026-07-28), and ends on the same clock of the machine. "Beside a tight loop":
another call's generator yields without a pause. "Of a tight loop itself": until the \`finally\` of that generator.`,
  sizes: { full: { rounds: 5, count: 2_000, slowCount: 200 } },
  figures: {
    p99Ms: { title: 'p99, ms', digits: 3 },
    p50Ms: { title: 'p50, ms', digits: 3 },
    calls: { title: 'calls', digits: 0, isMoreBetter: true },
  },
  rows: [
    { id: 'memory', title: 'in memory', cancelAll: waitersOf(1) },
    { id: 'memory-busy', title: 'in memory, beside a tight loop', isBusy: true, cancelAll: waitersOf(10) },
    { id: 'memory-spin', title: 'in memory, of a tight loop itself', cancelAll: loopsInMemory },
    { id: 'http', title: 'over HTTP, 2026-07-28', cancelAll: closeAll },
    { id: 'http-session', title: 'over HTTP, 2025-11-25', cancelAll: notifyAll },
    { id: 'http-busy', title: 'over HTTP, 2026-07-28, beside a tight loop', isBusy: true, cancelAll: closeAll },
    {
      id: 'http-session-busy',
      title: 'over HTTP, 2025-11-25, beside a tight loop',
      isBusy: true,
      cancelAll: notifyAll,
    },
  ],
  claims: [
    {
      title: 'p99 from the frame of a cancel to its listener, in memory',
      rows: ['memory', 'memory-busy'],
      value: (...rows) => Math.max(...rows.map(bestOf('p99Ms'))),
      unit: 'ms',
      digits: 3,
      goal: 1,
    },
  ],
  run: ({ cancelAll, isBusy = false }, sizes) =>
    withServer('cancel-fusion.mjs', {}, async (server) => {
      if (isBusy) await server.ask('spin');
      const tookMs = await cancelAll(server, sizes);
      tookMs.sort((a, b) => a - b);
      if (!(tookMs[0] > 0)) throw new Error(`Expected every cancel to be heard after it was sent, got ${tookMs[0]} ms`);
      const at = (share) => tookMs[Math.floor(tookMs.length * share)];
      return { p99Ms: at(0.99), p50Ms: at(0.5), calls: tookMs.length };
    }),
};

/** One call at a time: waits until it listens, cancels it, and until it has heard. */
async function cancelEach(server, count, era, cancel) {
  const headers = await callHeaders(server.port, era, 'wait');
  const tookMs = [];
  for (let id = 1; id <= count; id++) {
    const waiting = server.hear('waiting');
    const body = toolCall({ id, era, name: 'wait' });
    const socket = rawCall({ port: server.port, headers, body, onText: () => {} });
    await waiting;
    const heard = server.hear('heard');
    const sentAtMs = nowMs();
    cancel({ id, headers, socket });
    tookMs.push((await heard).atMs - sentAtMs);
    socket.destroy();
  }
  return tookMs;
}

function closeAll(server, { slowCount }) {
  return cancelEach(server, slowCount, stateless, ({ socket }) => socket.destroy());
}

async function notifyAll(server, { slowCount }) {
  let notifier;
  const tookMs = await cancelEach(server, slowCount, session, ({ id, headers }) => {
    if (notifier) notifier.write(postText(headers, cancelled(id)));
    else notifier = rawCall({ port: server.port, headers, body: cancelled(id), onText: () => {} });
  });
  notifier.destroy();
  return tookMs;
}

import { execSync } from 'node:child_process';
import { timesOf } from '../lib/claims.mjs';
import { callHeaders, stateless, toolCall } from '../lib/messages.mjs';
import { rawCall } from '../lib/raw-call.mjs';
import { withServer } from '../lib/server-process.mjs';

const wanted = 10_000;

/** Connections that are being opened at a time: less than Node lets wait to be accepted. */
const atOnce = 250;

/** Each process needs a file for each connection, and some for itself. Node raises its limit to the hard one. */
const fileLimit = execSync('ulimit -Hn', { encoding: 'utf8', shell: '/bin/sh' }).trim();
const count = fileLimit === 'unlimited' ? wanted : Math.min(wanted, Number(fileLimit) - 200);
const shown = count.toLocaleString('en-GB');

export const openCalls = {
  name: 'open-calls',
  title: `${shown} open calls`,
  about: `Memory of the server process with ${shown} calls open at once, each a stream on a connection of its own that has sent one progress
event and waits; collected.${count < wanted ? ` The limit of open files here, ${fileLimit}, allows no more; the goals are for ${wanted}.` : ''} The bare server is \`node:http\` that parses the request, writes one event and holds the response.
"A call" is the growth of \`heapUsed\` and \`external\` since the server listened, divided by the calls.`,
  sizes: { full: { rounds: 5 } },
  figures: {
    rssMb: { title: 'resident memory, MB', digits: 0 },
    callKb: { title: 'KB a call', digits: 1 },
    open: { title: 'calls open', digits: 0, isMoreBetter: true },
  },
  beside: 'bare',
  rows: [
    { id: 'bare', title: 'bare `node:http` streams', file: 'open-bare.mjs' },
    { id: 'ours', title: 'MCP Fusion, 2026-07-28', file: 'open-fusion.mjs' },
  ],
  claims: [
    {
      title: 'memory of 10,000 open calls',
      rows: ['ours'],
      value: ({ best }) => (best.open < wanted ? undefined : best.rssMb),
      unit: 'MB',
      digits: 0,
      goal: 300,
    },
    {
      title: 'memory of open calls beside bare streams',
      rows: ['ours', 'bare'],
      value: timesOf('rssMb'),
      unit: '×',
      goal: 1.7,
    },
  ],
  run: ({ file }) =>
    withServer(file, {}, async (server) => {
      const before = await server.usage(true);
      const sockets = [];
      while (sockets.length < count) sockets.push(...(await openSome(server.port, sockets.length)));
      const after = await server.usage(true);
      const open = sockets.filter((socket) => !socket.destroyed).length;
      for (const socket of sockets) socket.destroy();
      return {
        rssMb: after.rss / 1e6,
        callKb: (after.heldBytes - before.heldBytes) / open / 1e3,
        open,
      };
    }),
};

async function openSome(port, first) {
  const headers = await callHeaders(port, stateless, 'hold');
  const size = Math.min(atOnce, count - first);
  return Promise.all(Array.from({ length: size }, (_, index) => openOne(port, headers, first + index)));
}

/** A socket whose event has come. */
function openOne(port, headers, id) {
  return new Promise((resolve, reject) => {
    let text = '';
    const onText = (piece) => {
      text += piece;
      if (text.includes('"progress":1')) resolve(socket);
    };
    const body = toolCall({ id, era: stateless, name: 'hold', meta: { progressToken: id } });
    const socket = rawCall({ port, headers, body, onText });
    socket.on('close', () => reject(new Error(`Call ${id} was not held open: ${text.slice(0, 200)}`)));
  });
}

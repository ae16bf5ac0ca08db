import { once } from 'node:events';
import { bestOf } from '../lib/claims.mjs';
import { callHeaders, session, stateless, toolCall } from '../lib/messages.mjs';
import { rawCall } from '../lib/raw-call.mjs';
import { withServer } from '../lib/server-process.mjs';
import { pieceBytes } from '../servers/pieces.mjs';

const count = (256 * 1024 * 1024) / pieceBytes;
const meta = { progressToken: 'unread', 'io.modelcontextprotocol/logLevel': 'debug' };

export const stalledReader = {
  name: 'stalled-reader',
  title: 'A client that never reads',
  about: `A client asks over HTTP for a call that says 256 MB in messages of 64 KiB, and reads nothing. Growth of \`heapUsed\` and
\`external\` of the server process, collected, from before the call to when its handler has said all or was cut off.
Progress waits for the reader, the latest value alone. Of log messages 4 MiB may wait: then the stream ends, and in
2026-07-28 so does the call. "Said" is how much of the 256 MB the handler came to say.`,
  sizes: { full: { rounds: 5 }, smoke: { rounds: 1 } },
  figures: {
    grownMb: { title: 'growth, MB', digits: 1 },
    saidMb: { title: 'said, MB', digits: 0, isMoreBetter: true },
  },
  rows: [
    {
      id: 'progress',
      title: 'MCP Fusion, progress, 2026-07-28',
      file: 'stalled-fusion.mjs',
      era: stateless,
      tool: 'progress',
    },
    {
      id: 'progress-session',
      title: 'MCP Fusion, progress, 2025-11-25',
      file: 'stalled-fusion.mjs',
      era: session,
      tool: 'progress',
    },
    { id: 'log', title: 'MCP Fusion, log, 2026-07-28', file: 'stalled-fusion.mjs', era: stateless, tool: 'log' },
    { id: 'log-session', title: 'MCP Fusion, log, 2025-11-25', file: 'stalled-fusion.mjs', era: session, tool: 'log' },
    {
      id: 'v2-progress',
      title: 'official server 2.x, progress, 2026-07-28',
      file: 'stalled-sdk-v2.mjs',
      era: stateless,
      tool: 'progress',
    },
    {
      id: 'v2-log',
      title: 'official server 2.x, log, 2026-07-28',
      file: 'stalled-sdk-v2.mjs',
      era: stateless,
      tool: 'log',
    },
  ],
  claims: [
    {
      title: 'growth for a client that never reads, the worst of progress and log',
      rows: ['progress', 'progress-session', 'log', 'log-session'],
      value: (...rows) => Math.max(...rows.map(bestOf('grownMb'))),
      unit: 'MB',
      digits: 1,
      goal: 10,
      gate: 30,
    },
  ],
  run: ({ file, era, tool }) =>
    withServer(file, {}, async (server) => {
      const headers = await callHeaders(server.port, era, tool);
      const before = await server.usage(true);
      const said = server.hear('said');
      const body = toolCall({ id: 1, era, name: tool, args: { count }, meta });
      const socket = rawCall({ port: server.port, headers, body });
      const { count: pieces } = await said;
      const after = await server.usage(true);
      await checkBegun(socket);
      if (pieces < count && !(tool === 'log' && era === stateless))
        throw new Error(`Only ${pieces} of ${count} were said`);
      return {
        grownMb: (after.heldBytes - before.heldBytes) / 1e6,
        saidMb: (pieces * pieceBytes) / 1024 / 1024,
      };
    }),
};

/** What was measured is a stream that had begun: its first bytes are there, unread so far. */
async function checkBegun(socket) {
  const [begin] = await once(socket, 'data');
  socket.destroy();
  if (!begin.toString().startsWith('HTTP/1.1 200'))
    throw new Error(`Expected a stream, got ${begin.toString().slice(0, 200)}`);
}

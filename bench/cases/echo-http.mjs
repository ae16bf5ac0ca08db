import { timesOf } from '../lib/claims.mjs';
import { cpuFigures, cpuOf, echoCall, echoEnv, isEcho } from '../lib/echo.mjs';
import { httpLoad } from '../lib/http-load.mjs';
import { callHeaders, session, stateless } from '../lib/messages.mjs';
import { askOnce } from '../lib/ask-once.mjs';
import { withServer } from '../lib/server-process.mjs';

const connections = 16;
const cpuTimes = timesOf('cpuUs');

export const echoHttp = {
  name: 'echo-http',
  title: 'Echo over HTTP',
  about: `CPU time of the server process for one \`tools/call\` that echoes a short text, over ${connections} connections that are kept alive,
one call in flight on each. The bare server is \`node:http\` with \`JSON.parse\` and \`JSON.stringify\`: it checks nothing.
"After ambient storage": one call has entered an \`AsyncLocalStorage\` before the measurement, and Node follows every promise since. "After
an interactive call": a tool has asked and was answered before it; the storage that its handler reads by is off again.`,
  sizes: {
    full: { rounds: 5, warmUp: 5_000, count: 5_000 },
    smoke: { rounds: 2, warmUp: 3_000, count: 3_000 },
  },
  figures: cpuFigures,
  beside: 'bare',
  rows: [
    { id: 'bare', title: 'bare `node:http`, the same bytes', file: 'http-bare.mjs', era: stateless },
    { id: 'ours', title: 'MCP Fusion, 2026-07-28', file: 'http-fusion.mjs', era: stateless },
    { id: 'ours-50', title: 'MCP Fusion, 2026-07-28, 50 tools', file: 'http-fusion.mjs', era: stateless, tools: 50 },
    {
      id: 'ours-ambient',
      title: 'MCP Fusion, 2026-07-28, after ambient storage',
      file: 'http-fusion.mjs',
      era: stateless,
      isAmbient: true,
    },
    {
      id: 'ours-asked',
      title: 'MCP Fusion, 2026-07-28, after an interactive call',
      file: 'http-fusion.mjs',
      era: stateless,
      hasAsked: true,
    },
    { id: 'ours-session', title: 'MCP Fusion, 2025-11-25', file: 'http-fusion.mjs', era: session },
    { id: 'v2', title: 'official server 2.x, 2026-07-28', file: 'http-sdk-v2.mjs', era: stateless },
    { id: 'v1', title: 'official server 1.x, 2025-11-25', file: 'http-sdk-v1.mjs', era: session },
  ],
  claims: [
    {
      title: 'HTTP echo beside bare `node:http`',
      rows: ['ours', 'bare'],
      value: cpuTimes,
      unit: '×',
      goal: 1.4,
      gate: 2,
    },
    {
      title: 'official 2.x beside HTTP echo',
      rows: ['v2', 'ours'],
      value: cpuTimes,
      unit: '×',
      goal: 12,
      gate: 6,
      isAtLeast: true,
    },
    {
      title: 'HTTP echo, 50 tools beside one',
      rows: ['ours-50', 'ours'],
      value: cpuTimes,
      unit: '×',
      goal: 1.05,
      gate: 1.2,
    },
    {
      title: 'HTTP echo, after ambient storage beside before',
      rows: ['ours-ambient', 'ours'],
      value: cpuTimes,
      unit: '×',
    },
    {
      title: 'HTTP echo, after an interactive call beside before',
      rows: ['ours-asked', 'ours'],
      value: cpuTimes,
      unit: '×',
      goal: 1.3,
      gate: 1.3,
    },
  ],
  run: (row, sizes) =>
    withServer(row.file, { env: echoEnv(row) }, async ({ port, usage }) => {
      const { era } = row;
      const loadOf = async (name) => {
        const headers = await callHeaders(port, era, name);
        const makeBody = (id) => echoCall(id, era, name);
        return (count) =>
          httpLoad({ port, headers, makeBody, connections, isEnough: (sent) => sent >= count, check: isEcho });
      };
      if (row.hasAsked) await askOnce(port);
      if (row.isAmbient) await (await loadOf('ambient'))(1);
      return cpuOf(usage, await loadOf('echo'), sizes);
    }),
};

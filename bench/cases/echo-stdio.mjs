import { timesOf } from '../lib/claims.mjs';
import { cpuFigures, cpuOf, echoCall, echoEnv, isEcho } from '../lib/echo.mjs';
import { initialize, initialized, session, stateless } from '../lib/messages.mjs';
import { withServer } from '../lib/server-process.mjs';
import { stdioLoad } from '../lib/stdio-load.mjs';

const inFlight = 64;
const cpuTimes = timesOf('cpuUs');

export const echoStdio = {
  name: 'echo-stdio',
  title: 'Echo over stdio',
  about: `The same over stdin and stdout, ${inFlight} calls in flight. The bare server splits lines, parses each and writes its answer.`,
  sizes: {
    full: { rounds: 5, warmUp: 15_000, count: 15_000 },
    smoke: { rounds: 2, warmUp: 15_000, count: 10_000 },
  },
  figures: cpuFigures,
  beside: 'bare',
  rows: [
    { id: 'bare', title: 'bare line echo, the same bytes', file: 'stdio-bare.mjs', era: stateless },
    { id: 'ours', title: 'MCP Fusion, 2026-07-28', file: 'stdio-fusion.mjs', era: stateless },
    { id: 'ours-50', title: 'MCP Fusion, 2026-07-28, 50 tools', file: 'stdio-fusion.mjs', era: stateless, tools: 50 },
    {
      id: 'ours-ambient',
      title: 'MCP Fusion, 2026-07-28, after ambient storage',
      file: 'stdio-fusion.mjs',
      era: stateless,
      isAmbient: true,
    },
    { id: 'ours-session', title: 'MCP Fusion, 2025-11-25', file: 'stdio-fusion.mjs', era: session },
    { id: 'v2', title: 'official server 2.x, 2026-07-28', file: 'stdio-sdk-v2.mjs', era: stateless },
    { id: 'v2-session', title: 'official server 2.x, 2025-11-25', file: 'stdio-sdk-v2.mjs', era: session },
    { id: 'v1', title: 'official server 1.x, 2025-11-25', file: 'stdio-sdk-v1.mjs', era: session },
  ],
  claims: [
    {
      title: 'stdio echo beside a bare line echo',
      rows: ['ours', 'bare'],
      value: cpuTimes,
      unit: '×',
      goal: 2.5,
      gate: 5,
    },
    {
      title: 'official 2.x beside stdio echo, 2026-07-28',
      rows: ['v2', 'ours'],
      value: cpuTimes,
      unit: '×',
      goal: 12,
      gate: 5,
      isAtLeast: true,
    },
    {
      title: 'official 2.x beside stdio echo, 2025-11-25',
      rows: ['v2-session', 'ours-session'],
      value: cpuTimes,
      unit: '×',
      goal: 8,
      isAtLeast: true,
    },
    {
      title: 'stdio echo, 50 tools beside one',
      rows: ['ours-50', 'ours'],
      value: cpuTimes,
      unit: '×',
      goal: 1.05,
      gate: 1.2,
    },
    {
      title: 'stdio echo, after ambient storage beside before',
      rows: ['ours-ambient', 'ours'],
      value: cpuTimes,
      unit: '×',
    },
  ],
  run: (row, sizes) =>
    withServer(row.file, { env: echoEnv(row), stdio: true }, async ({ child, usage }) => {
      const load = (count, name = 'echo') =>
        stdioLoad({ child, makeLine: (id) => echoCall(id, row.era, name), inFlight, count, check: isEcho });
      if (row.era === session) await openSession(child);
      if (row.isAmbient) await load(1, 'ambient');
      return cpuOf(usage, load, sizes);
    }),
};

const isOpening = (line) => line.includes('"serverInfo"');

async function openSession(child) {
  const { wrong } = await stdioLoad({ child, makeLine: initialize, inFlight: 1, count: 1, check: isOpening });
  if (wrong > 0) throw new Error('The server did not open a session.');
  child.stdin.write(`${initialized}\n`);
}

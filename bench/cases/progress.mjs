import { bestOf } from '../lib/claims.mjs';
import { echoCall, isEcho } from '../lib/echo.mjs';
import { floodCall } from '../lib/flood.mjs';
import { httpLoad } from '../lib/http-load.mjs';
import { callHeaders, stateless } from '../lib/messages.mjs';
import { readEvents } from '../lib/raw-call.mjs';
import { withServer } from '../lib/server-process.mjs';

export const progressCase = {
  name: 'progress',
  title: 'A million progress events beside another call',
  about: `An async generator yields 1,000,000 progress events in a tight loop, for a call with a progress token; after a warm-up of
50,000. In memory each becomes a frame of JSON that is counted as it comes. Over HTTP a client in another process reads
them; where it is slower than the loop, only the latest value waits for it. In both, values must strictly increase and
the last one arrive. Meanwhile a client in another process calls \`echo\` over HTTP, one call at a time.
The heap is compared before the loop and after it, each time collected, with the call still open.`,
  sizes: { full: { rounds: 5, warmUp: 50_000, count: 1_000_000 } },
  figures: {
    eventsPerS: { title: 'events a second', digits: 0, isMoreBetter: true },
    frames: { title: 'frames', digits: 0, isMoreBetter: true },
    grownMb: { title: 'heap growth, MB', digits: 2 },
    echoP99Ms: { title: 'p99 of the other call, ms', digits: 1 },
    echoes: { title: 'calls of it', digits: 0, isMoreBetter: true },
  },
  rows: [
    { id: 'memory', title: 'in memory', flood: floodInMemory },
    { id: 'http', title: 'over HTTP, to a client that reads', flood: floodOverHttp },
  ],
  claims: [
    {
      title: 'progress events a second, over HTTP to a client that reads',
      rows: ['http'],
      value: bestOf('eventsPerS'),
      unit: '/s',
      digits: 0,
      goal: 1_000_000,
      isAtLeast: true,
    },
    {
      title: 'progress events a second, in memory, each one a frame',
      rows: ['memory'],
      value: bestOf('eventsPerS'),
      unit: '/s',
      digits: 0,
      goal: 1_000_000,
      isAtLeast: true,
    },
    {
      title: 'heap growth of a million progress events',
      rows: ['memory', 'http'],
      value: (...rows) => Math.max(...rows.map(bestOf('grownMb'))),
      unit: 'MB',
      goal: 2,
    },
    {
      title: 'p99 of another call beside them',
      rows: ['memory', 'http'],
      value: (...rows) => Math.max(...rows.map(bestOf('echoP99Ms'))),
      unit: 'ms',
      digits: 1,
      goal: 50,
    },
  ],
  run: ({ flood }, { warmUp, count }) =>
    withServer('progress-flood.mjs', {}, async (server) => {
      await flood(server, 'warm-up', warmUp);
      const flooded = server.hear('flooded');
      let isOver = false;
      const [seen, echoes] = await Promise.all([
        flood(server, 'measured', count).finally(() => (isOver = true)),
        callEcho(server.port, () => isOver),
      ]);
      const { tookMs, grownBytes } = await flooded;
      check(seen, count);
      return {
        eventsPerS: Math.round(count / (tookMs / 1_000)),
        frames: seen.frames,
        grownMb: grownBytes / 1e6,
        echoP99Ms: echoes[Math.floor(echoes.length * 0.99)],
        echoes: echoes.length,
      };
    }),
};

function floodInMemory(server, id, count) {
  return server.ask('flood in memory', { id, count });
}

async function floodOverHttp({ port }, id, count) {
  const seen = { frames: 0, last: 0, isIncreasing: true };
  const onEvent = (event) => {
    const value = JSON.parse(event.slice('data: '.length)).params.progress;
    if (value <= seen.last) seen.isIncreasing = false;
    seen.frames++;
    seen.last = value;
  };
  const headers = await callHeaders(port, stateless, 'flood');
  const answer = await readEvents({ port, headers, body: floodCall(id, count), onEvent });
  return { ...seen, answer };
}

const makeBody = (id) => echoCall(id, stateless);

/** One at a time, until the flood is over. */
async function callEcho(port, isOver) {
  const headers = await callHeaders(port, stateless, 'echo');
  const load = { port, headers, makeBody, connections: 1, isEnough: isOver, check: isEcho };
  const { wrong, latenciesMs } = await httpLoad(load);
  if (wrong > 0) throw new Error(`${wrong} echoes were wrong`);
  return latenciesMs;
}

function check({ last, isIncreasing, answer }, count) {
  if (last !== count) throw new Error(`Expected ${count} as the last progress, got ${last}`);
  if (!isIncreasing) throw new Error('Expected progress to increase');
  if (!answer.includes('"done"')) throw new Error(`Expected the answer, got ${answer}`);
}

import { timesOf } from '../lib/claims.mjs';
import { cpuFigures, cpuOf, echoCall, isEcho } from '../lib/echo.mjs';
import { httpLoad } from '../lib/http-load.mjs';
import { callHeaders, stateless, toolCall } from '../lib/messages.mjs';
import { withServer } from '../lib/server-process.mjs';

const connections = 16;
const capabilities = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } };

/** Characters of the tool's own state that make a `requestState` of this size, in bytes. */
const ownState = { 1024: 245, 8192: 5_540 };

const callOf = (id, bytes, more = {}) => {
  const call = JSON.parse(
    toolCall({ id, era: stateless, name: 'ask', args: { size: ownState[bytes] }, meta: capabilities }),
  );
  return JSON.stringify({ ...call, params: { ...call.params, ...more } });
};
const answer = { inputResponses: { go: { action: 'accept', content: { confirm: true } } } };
const isQuestion = (body) => body.includes('"input_required"');
const isDone = (body) => body.includes('"text":"asked"') && !body.includes('"error"');

/** One of all: what a round carries, read from a first one. */
async function stateOf(port, bytes) {
  const headers = { ...(await callHeaders(port, stateless, 'ask')), 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: callOf(1, bytes) });
  const { requestState } = (await response.json()).result;
  const isClose = requestState.length <= bytes && requestState.length > bytes * 0.9;
  if (!isClose) throw new Error(`Expected a state of about ${bytes} bytes, got ${requestState.length}.`);
  return requestState;
}

const bodies = {
  echo: () => ({ name: 'echo', makeBody: (id) => echoCall(id, stateless), check: isEcho }),
  question: (bytes) => ({ name: 'ask', makeBody: (id) => callOf(id, bytes), check: isQuestion }),
  answer: (bytes, requestState) => ({
    name: 'ask',
    makeBody: (id) => callOf(id, bytes, { ...answer, requestState }),
    check: isDone,
  }),
};

export const inputCase = {
  name: 'input',
  title: 'Questions and answers, sealed',
  about: `CPU time of the server process for one \`tools/call\` over ${connections} connections, as with the echo: one that ends with a
question and the sealed state of the call, and one that comes with the answer and that state. The size is that of \`requestState\`.`,
  sizes: {
    full: { rounds: 5, warmUp: 2_000, count: 2_000 },
    smoke: { rounds: 2, warmUp: 1_000, count: 1_000 },
  },
  figures: cpuFigures,
  beside: 'echo',
  rows: [
    { id: 'echo', title: 'an echo', make: 'echo' },
    { id: 'question-1', title: 'a question, 1 KiB', make: 'question', bytes: 1024 },
    { id: 'answer-1', title: 'an answer, 1 KiB', make: 'answer', bytes: 1024 },
    { id: 'question-8', title: 'a question, 8 KiB', make: 'question', bytes: 8192 },
    { id: 'answer-8', title: 'an answer, 8 KiB', make: 'answer', bytes: 8192 },
  ],
  claims: [
    {
      title: 'a sealed question of 1 KiB beside an echo',
      rows: ['question-1', 'echo'],
      value: timesOf('cpuUs'),
      unit: '×',
      goal: 4,
      gate: 8,
    },
    {
      title: 'an answer of 8 KiB beside one of 1 KiB',
      rows: ['answer-8', 'answer-1'],
      value: timesOf('cpuUs'),
      unit: '×',
      goal: 2,
    },
  ],
  run: ({ make, bytes }, sizes) =>
    withServer('http-fusion.mjs', { env: { ASK: '1' } }, async ({ port, usage }) => {
      const state = make === 'answer' ? await stateOf(port, bytes) : undefined;
      const { name, makeBody, check } = bodies[make](bytes, state);
      const headers = await callHeaders(port, stateless, name);
      const load = (count) =>
        httpLoad({ port, headers, makeBody, connections, isEnough: (sent) => sent >= count, check });
      return cpuOf(usage, load, sizes);
    }),
};

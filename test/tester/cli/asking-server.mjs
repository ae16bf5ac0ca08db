// A raw MCP server over stdio, in whichever era it is spoken to. Its tool `ask` asks what its arguments say, as they say
// it: `questions`, each `{ method?, params }`, one after the other, all of them `times` times (once by default). It waits
// `pauseMs` before each. In 2026 `isTogether` puts all of them into one result. It answers with what it was answered.
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map();
let isModern = false;
let lastId = 0;

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms));
const questionOf = ({ method = 'elicitation/create', params }) => ({ method, params });
const text = (answers) => ({ content: [{ type: 'text', text: `done ${JSON.stringify(answers)}` }] });

async function askInSession(id, { questions, times = 1, pauseMs, isTogether = false }) {
  const answers = [];
  const ask = async (question) => {
    const asked = `q${++lastId}`;
    const answer = new Promise((resolve) => waiting.set(asked, resolve));
    say({ id: asked, ...questionOf(question) });
    answers.push(await answer);
  };
  for (let time = 0; time < times; time++) {
    await pause(pauseMs);
    if (isTogether) await Promise.all(questions.map(ask));
    else for (const question of questions) await ask(question);
  }
  say({ id, result: text(answers) });
}

async function askInResults(
  id,
  { questions, times = 1, pauseMs, isTogether = false },
  { requestState, inputResponses },
) {
  const { at, answers } = requestState === undefined ? { at: 0, answers: [] } : JSON.parse(requestState);
  if (inputResponses) answers.push(...Object.values(inputResponses));
  await pause(pauseMs);
  const all = isTogether ? [questions] : questions.map((question) => [question]);
  if (at >= all.length * times) return say({ id, result: { resultType: 'complete', ...text(answers) } });
  const asked = all[at % all.length].map((question, index) => [`k${index}`, questionOf(question)]);
  const state = JSON.stringify({ at: at + 1, answers });
  return say({
    id,
    result: { resultType: 'input_required', requestState: state, inputRequests: Object.fromEntries(asked) },
  });
}

const serverInfo = { name: 'asking', version: '1.0.0' };
const capabilities = { tools: {} };
const tools = [{ name: 'ask', inputSchema: { type: 'object' } }];
const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const methods = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo }),
  'server/discover': () => {
    isModern = true;
    return { ...cached, supportedVersions: ['2026-07-28'], capabilities, serverInfo };
  },
  ping: () => ({}),
  'tools/list': () => ({ ...(isModern ? cached : {}), tools }),
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result, error } = JSON.parse(line);
  if (method === undefined) return waiting.get(id)?.(result ?? error);
  if (id === undefined) return undefined;
  if (method === 'tools/call') return (isModern ? askInResults : askInSession)(id, params.arguments, params);
  return say({ id, result: methods[method]() });
});

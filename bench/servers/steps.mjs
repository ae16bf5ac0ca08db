/**
 * One way of running a generator, in memory, over and over: `node steps.mjs <way> <warm-up> <count>` prints the
 * microseconds of one call, the best of ten parts.
 */
import { ask, connectInMemory, createServer, initMCPFusion, progress, step } from '@mcpfusion/core';

const [, , way, warmUp, count] = process.argv;
const many = 100;
const asked = 20;
const fields = { ok: ask.boolean() };
const accept = { action: 'accept', content: { ok: true } };
const work = async (number) => ({ number });
const f = initMCPFusion();

const tools = [
  f.query('plain').handle(async function* () {
    let sum = 0;
    for (let number = 0; number < many; number++) {
      sum += (await work(number)).number;
      yield undefined;
    }
    return String(sum);
  }),
  f
    .query('steps')
    .interactive()
    .handle(async function* () {
      let sum = 0;
      for (let number = 0; number < many; number++) sum += (yield* step('work', () => work(number))).number;
      return String(sum);
    }),
  f
    .query('asks')
    .interactive()
    .handle(async function* () {
      let sum = 0;
      for (let number = 0; number < asked; number++) sum += (yield* ask.form('Go on?', fields)).ok ? 1 : 0;
      return String(sum);
    }),
  f
    .query('replay')
    .withInteger('before')
    .interactive()
    .handle(async function* ({ before }) {
      let sum = 0;
      for (let number = 0; number < before; number++) sum += (yield* step('work', () => work(number))).number;
      yield progress(50);
      const { ok } = yield* ask.form('Go on?', fields);
      return `${ok} ${sum}`;
    }),
];
const server = createServer({
  name: 'bench',
  version: '1',
  log: false,
  development: false,
  tools,
  input: { maxRounds: asked + 1, stateKeys: 'k'.repeat(32) },
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
};

/** A session whose user says yes at once. */
function openSession() {
  let answered;
  const connection = connectInMemory(server, (json) => {
    const { id, method, result } = JSON.parse(json);
    if (method === 'elicitation/create') connection.receive(JSON.stringify({ jsonrpc: '2.0', id, result: accept }));
    else if (id !== undefined) answered(result);
  });
  const send = (message) =>
    new Promise((resolve) => {
      answered = resolve;
      connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    });
  return { send, tell: (message) => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message })) };
}

async function callsInSession(name) {
  const { send, tell } = openSession();
  const clientInfo = { name: 'bench', version: '1' };
  const capabilities = { elicitation: { form: {} } };
  await send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } });
  tell({ method: 'notifications/initialized' });
  return (id) => send({ id, method: 'tools/call', params: { name, arguments: {} } });
}

/** The round behind the question, of a query, whose state may come again and again. */
async function lastRounds(before) {
  const { send } = openSession();
  const params = { name: 'replay', arguments: { before }, _meta: meta };
  const { requestState } = await send({ id: 0, method: 'tools/call', params });
  const answer = { ...params, requestState, inputResponses: { 'ask-1': accept } };
  return (id) => send({ id, method: 'tools/call', params: answer });
}

const ways = {
  plain: [() => callsInSession('plain'), '4950'],
  steps: [() => callsInSession('steps'), '4950'],
  asks: [() => callsInSession('asks'), String(asked)],
  'replay-1': [() => lastRounds(1), 'true 0'],
  'replay-20': [() => lastRounds(20), 'true 190'],
};

const [open, expected] = ways[way];
const call = await open();
let id = 0;
const some = async (calls) => {
  const startedAtMs = performance.now();
  for (let number = 0; number < calls; number++) {
    const { content } = await call(++id);
    if (content?.[0]?.text !== expected) throw new Error(`Expected ${expected}, got ${JSON.stringify(content)}.`);
  }
  return ((performance.now() - startedAtMs) * 1_000) / calls;
};
await some(Number(warmUp));
let best = Number.POSITIVE_INFINITY;
for (let part = 0; part < 10; part++) best = Math.min(best, await some(Number(count) / 10));
console.log(JSON.stringify({ us: best }));
await server.close();

import { expect, it } from 'vitest';
import { progress } from '../handler/progress.js';
import { initMCPFusion } from '../tool/fusion.js';
import { createConnection, type Connection } from './connection.js';
import { createServer } from './server.js';

const f = initMCPFusion();
let runs = 0;
const steps = f.query('steps').handle(function* () {
  runs++;
  yield progress(1);
  return `done ${runs}`;
});

interface Frame {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number };
}

function open(onFrame: (frame: Frame) => void): Connection {
  const server = createServer({ name: 'test', version: '1', log: false, tools: [steps] });
  const pipe = {
    write: (json: string) => onFrame(JSON.parse(json) as Frame),
    unsentBytes: 0,
    isPressed: () => false,
    whenDrained: (callback: () => void) => callback(),
  };
  return createConnection(server, pipe, { resultGapMs: 50 });
}

const call = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: {
    name: 'steps',
    arguments: {},
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      progressToken: 'p',
    },
  },
});

async function until(isTrue: () => boolean): Promise<void> {
  const endsAtMs = performance.now() + 5_000;
  while (!isTrue() && performance.now() < endsAtMs) await new Promise((resolve) => setTimeout(resolve, 1));
}

it('an id is in use until its answer is written, and then it is free', async () => {
  runs = 0;
  const frames: Frame[] = [];
  const connection = open((frame) => void frames.push(frame));
  connection.receive(call);
  await until(() => frames.length === 1);
  // The handler has answered, and the answer waits for its gap.
  await new Promise((resolve) => setTimeout(resolve, 10));
  connection.receive(call);
  const params = { requestId: 1 };
  connection.receive(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  expect(frames).toMatchObject([{ method: 'notifications/progress' }, { id: 1, error: { code: -32600 } }]);
  expect(connection.inFlight).toBe(1);
  await until(() => frames.length === 3);
  expect(frames[2]).toMatchObject({ id: 1, result: { content: [{ text: 'done 1' }] } });
  expect([connection.inFlight, runs]).toEqual([0, 1]);
  connection.receive(call);
  await until(() => frames.length === 5);
  expect(frames[4]).toMatchObject({ id: 1, result: { content: [{ text: 'done 2' }] } });
});

it('an answer that cannot be written frees its id as well', async () => {
  let isBroken = false;
  const connection = open(({ method }) => {
    isBroken ||= method === undefined;
    if (isBroken) throw new Error('broken pipe');
  });
  connection.receive(call);
  await until(() => isBroken);
  await connection.written();
  expect(connection.inFlight).toBe(0);
});

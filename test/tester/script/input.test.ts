import { describe, expect, it } from 'vitest';
import { fakeServer, textResult, type FakeHandler, type FakeMessage, type FakeServer } from './fake-server.js';
import { runText } from './run-script-text.js';

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const elicitation = { method: 'elicitation/create', params: { message: 'Your name?', requestedSchema } };

/** 2026: asks so often, then tells what it was answered. */
function asking(times: number, asks: object = { inputRequests: { q: elicitation } }): FakeHandler {
  let asked = 0;
  return ({ params }, { result, progress }) => {
    for (const value of [1, 2]) progress({ progress: value });
    if (asked++ < times) result({ resultType: 'input_required', ...asks, requestState: ` state ${asked}` });
    else result(textResult(JSON.stringify(params?.['inputResponses'] ?? null)));
  };
}

/** 2025: asks with a request of its own, and ends the call when it is answered, whatever the answer is. */
function askingServer(question: object = elicitation): FakeServer & { readonly answers: object[] } {
  const answers: object[] = [];
  let call: { result: (result: object) => void } | undefined;
  const server = fakeServer({
    'tools/call': (_message, wire) => {
      call = wire;
      wire.send({ id: 'q', ...question });
    },
    // Answers have no method.
    [undefined as unknown as string]: (message) => {
      answers.push(message);
      call?.result(textResult('done'));
    },
  });
  return { ...server, answers };
}

const callsOf = ({ received }: FakeServer): FakeMessage[] => received.filter(({ method }) => method === 'tools/call');
const accept = `elicit_response accept '{"name": "Ann"}'`;

describe('2026-07-28', () => {
  it('MRT-17 MRT-19 MRT-22 MRT-24: a call goes through its rounds, and its progress begins anew in each', async () => {
    const server = fakeServer({ 'tools/call': asking(2) });
    const { errors } = await runText(
      [
        accept,
        `elicit_response accept '{"name": "Bob"}'`,
        'call_tool try text:hello',
        'assert_rounds 2',
        'assert_progress min 6 increasing',
        'assert_contains Bob',
        'assert_elicited "Your name?" nth 2',
      ].join('\n'),
      server,
    );
    expect(errors).toEqual([]);
    const calls = callsOf(server);
    expect(calls.map(({ params }) => params?.['requestState'])).toEqual([undefined, ' state 1', ' state 2']);
    expect(calls.map(({ params }) => params?.arguments)).toEqual(calls.map(() => ({ text: 'hello' })));
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
  });

  it('a server that never has enough fails the call (case 40)', async () => {
    const server = fakeServer({ 'tools/call': asking(100, {}) });
    const { errors } = await runText('expect_error call_tool try\nassert_contains "after 8 rounds"', server);
    expect(errors).toEqual([]);
    expect(callsOf(server)).toHaveLength(9);
  });

  it('ELI-41: content that breaks the form is not sent, and is an error of the script', async () => {
    const server = fakeServer({ 'tools/call': asking(1) });
    const run = await runText(`elicit_response accept '{"name": 7}'\nexpect_error call_tool try`, server);
    expect(run.errors).toEqual([
      expect.stringContaining('elicit_response: name: expected a string, got 7; the answer of line 1 to "Your name?"'),
    ]);
    expect(run.exitCode).toBe(2);
    expect(callsOf(server)).toHaveLength(1);
  });

  it('cancel_on elicit sends nothing more, and the answer stays', async () => {
    const server = fakeServer({ 'tools/call': asking(1) });
    const text = `${accept}\ncancel_on elicit call_tool try\nassert_cancelled\nassert_silent 50`;
    const { errors, error } = await runText(text, server);
    expect(errors).toEqual([]);
    expect(error).toBe('1 elicit_response queued but never asked for');
    expect(server.received.at(-1)?.method).toBe('tools/call');
    expect(callsOf(server)).toHaveLength(1);
  });
});

describe('2025-11-25', () => {
  const era = '2025-11-25';

  it('the server is answered, and the call goes on', async () => {
    const server = askingServer();
    const text = `${accept}\ncall_tool try\nassert_rounds 1\nassert_elicited "Your name?" mode form`;
    expect((await runText(text, server, { era })).errors).toEqual([]);
    expect(server.answers).toMatchObject([{ id: 'q', result: { action: 'accept', content: { name: 'Ann' } } }]);
  });

  it('ELI25-22: content that breaks the form is not sent, and is an error of the script whatever comes of the call', async () => {
    const server = askingServer();
    const run = await runText(`elicit_response accept\nexpect_error call_tool try`, server, { era });
    expect(run.errors).toEqual([
      expect.stringContaining(
        'elicit_response: name: expected a value, got none; the answer of line 1 to "Your name?"',
      ),
    ]);
    expect(server.answers).toMatchObject([{ id: 'q', error: { code: -32603 } }]);
  });

  it('a question without an answer fails the call whatever comes of it, and is refused on the wire', async () => {
    const server = askingServer();
    const text = 'expect_error call_tool try\nassert_contains "no elicit_response queued"';
    expect((await runText(text, server, { era })).errors).toEqual([]);
    expect(server.answers).toMatchObject([{ id: 'q', error: { code: -32603 } }]);
  });

  it('cancel_on elicit tells the server, and nothing is answered', async () => {
    const server = askingServer();
    const text = `${accept}\ncancel_on elicit call_tool try\nassert_cancelled\nassert_silent 50`;
    const { errors } = await runText(text, server, { era, allowsUnusedAnswers: true });
    expect(errors).toEqual([]);
    expect(server.received.at(-1)?.method).toBe('notifications/cancelled');
    expect(server.answers).toEqual([]);
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('%s', (era) => {
  it('declares what a script can answer (case 38)', async () => {
    const server = fakeServer();
    await runText('ping', server, { era });
    const { params } = server.received[0] ?? {};
    const declared =
      era === '2025-11-25' ? params?.['capabilities'] : params?._meta?.['io.modelcontextprotocol/clientCapabilities'];
    expect(declared).toEqual({ elicitation: { form: {}, url: {} }, sampling: {}, roots: { listChanged: true } });
  });

  it('add_root tells a server that can be told', async () => {
    const server = fakeServer();
    await runText('add_root file:///a\nping', server, { era });
    const told = server.received.filter(({ method }) => method === 'notifications/roots/list_changed');
    expect(told).toHaveLength(era === '2025-11-25' ? 1 : 0);
  });

  it('answers that nobody asked for fail the script, unless they are allowed', async () => {
    const text = 'elicit_response decline\nelicit_response cancel\nsample_response hello';
    const run = await runText(text, fakeServer(), { era });
    expect([run.error, run.exitCode, run.failed]).toEqual([
      '2 elicit_response and 1 sample_response queued but never asked for',
      1,
      0,
    ]);
    const allowed = await runText(text, fakeServer(), { era, allowsUnusedAnswers: true });
    expect([allowed.error, allowed.exitCode]).toEqual([undefined, 0]);
  });
});

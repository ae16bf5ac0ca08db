import { CallCancelled, RpcFailure, textOf, type CallResult } from '@mcpfusion/client';
import { onEveryWire, rawOf, type Wire, type WireTestOptions } from '@mcpfusion/testing';
import { expect } from 'vitest';
import { createReferenceServer, type ReferenceServerOptions } from './server.js';

const served = ({ invalidArguments = 'tool-error' }: ReferenceServerOptions = {}): WireTestOptions => ({
  clients: ['ours'],
  transports: ['stdio', 'http'],
  server: {
    create: () => createReferenceServer({ invalidArguments, log: false }),
    stdioMain: new URL('../dist/main.js', import.meta.url),
    stdioArgs: ['--stdio', `--invalid-arguments=${invalidArguments}`],
  },
});
const structured = (result: CallResult): unknown => result.structuredContent;

onEveryWire(
  'lists its tools in pages of five',
  async (wire) => {
    const tools = await wire.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.filter(({ description }) => description === undefined)).toEqual([]);
    const page = await rawOf(wire).request('tools/list');
    expect(page['tools']).toHaveLength(5);
    expect(page['nextCursor']).toEqual(expect.any(String));
  },
  served(),
);

onEveryWire(
  'echo and add answer in words and as structured content',
  async (wire) => {
    const logs: unknown[] = [];
    const said = await wire.callTool('echo', { message: 'hi' }, { logLevel: 'debug', onLog: (log) => logs.push(log) });
    expect([textOf(said), structured(said)]).toEqual(['Echo: hi', { echo: 'hi' }]);
    expect(logs).toMatchObject([{ level: 'debug', logger: 'echo' }]);
    const sum = await wire.callTool('add', { a: 4, b: 6 });
    expect([textOf(sum), structured(sum)]).toEqual(['Result: 10', { sum: 10, a: 4, b: 6 }]);
  },
  served(),
);

onEveryWire(
  'join_strings takes a list, an empty one and null',
  async (wire) => {
    const joined = async (paths: unknown): Promise<string> => textOf(await wire.callTool('join_strings', { paths }));
    expect([await joined(['a', 'b']), await joined([]), await joined(null)]).toEqual([
      'Joined: a, b',
      'Joined: ',
      'Joined: ',
    ]);
  },
  served(),
);

for (const tool of ['progressTest', 'progressGenerator']) {
  onEveryWire(
    `${tool} ticks once a second, and is silent and gone after a cancel`,
    async (wire) => {
      const ticks: unknown[] = [];
      const result = await wire.callTool(tool, { seconds: 1, count: 5 }, { onProgress: (tick) => ticks.push(tick) });
      expect(ticks).toMatchObject([{ progress: 1, total: 1 }]);
      expect([textOf(result), structured(result)]).toEqual(['Countdown finished!', { status: 'completed' }]);

      const running = rawOf(wire).start(
        'tools/call',
        { name: tool, arguments: {} },
        { onProgress: () => void running.cancel('enough') },
      );
      await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
      expect(running.frames.filter(({ message }) => message?.kind === 'response')).toEqual([]);
      expect(textOf(await wire.callTool('echo', { message: 'alive' }))).toBe('Echo: alive');
    },
    served(),
  );
}

onEveryWire(
  'error_trigger fails as tools do',
  async (wire) => {
    const plain = await wire.callTool('error_trigger');
    expect([plain.isError, textOf(plain)]).toEqual([true, expect.stringContaining('Simulated Server Error')]);
    const own = textOf(await wire.callTool('error_trigger', { code: 7, message: 'boom' }));
    expect(own).toContain('code="7"');
    expect(own).toContain('boom');
  },
  served(),
);

const wrongArguments: [object, string][] = [
  [{ a: 'not_a_number', b: 1 }, 'type: not_a_number has type'],
  [{ a: 1 }, 'missing properties'],
  [{ a: 1.5, b: 1 }, 'type: 1.5 has type'],
  [{ a: 1, b: 1, c: 1 }, 'unexpected properties: ["c"]'],
];

onEveryWire(
  'wrong arguments are tool errors in the words of public scripts',
  async (wire) => {
    for (const [given, words] of wrongArguments) {
      const result = await wire.callTool('add', { ...given });
      // In the envelope of a tool error quotes are escaped.
      expect([result.isError, textOf(result).replaceAll('&quot;', '"')]).toEqual([
        true,
        expect.stringContaining(words),
      ]);
    }
    expect(textOf(await wire.callTool('join_strings', { paths: [1] }))).toContain('paths.0: type: 1 has type');
    expect(textOf(await wire.callTool('large_text', { bytes: -1 }))).toContain('minimum: -1 is less than 0');
    expect(textOf(await wire.callTool('large_text', { bytes: 1e9 }))).toContain('maximum: 1000000000 is greater');
  },
  served(),
);

const rpcFailureOf = async (call: Promise<CallResult>): Promise<{ code: number; message: string }> => {
  try {
    throw new Error(`Expected an error, got ${textOf(await call)}.`);
  } catch (error) {
    if (error instanceof RpcFailure) return { code: error.code, message: error.message };
    throw error;
  }
};

onEveryWire(
  'wrong arguments are -32602 where the server is told so, and an unknown tool always',
  async (wire) => {
    for (const [given, words] of wrongArguments) {
      const failure = await rpcFailureOf(wire.callTool('add', { ...given }));
      expect(failure).toEqual({ code: -32602, message: expect.stringContaining(words) });
    }
    const unknown = await rpcFailureOf(wire.callTool('nobody'));
    expect(unknown).toEqual({ code: -32602, message: expect.stringContaining('unknown tool') });
  },
  served({ invalidArguments: 'protocol-error' }),
);

const heldIn = async (wire: Wire, name: string): Promise<string> =>
  textOf(await wire.callTool('resource_state', { name }));

onEveryWire(
  'slow_cleanup frees what it holds after a cancel, later than the cancel',
  async (wire) => {
    expect(await heldIn(wire, 'door')).toBe('never held');
    const running = rawOf(wire).start(
      'tools/call',
      { name: 'slow_cleanup', arguments: { name: 'door', cleanup_ms: 1_500 } },
      { onProgress: () => void running.cancel() },
    );
    await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
    expect(await heldIn(wire, 'door')).toBe('held');
    await expect.poll(() => heldIn(wire, 'door'), { timeout: 10_000 }).toBe('freed');
  },
  served(),
);

onEveryWire(
  'log_levels, large_text, types, wait and route_query show what their names say',
  async (wire) => {
    const levels: string[] = [];
    const log = { logLevel: 'debug', onLog: ({ level }: { level: string }) => void levels.push(level) } as const;
    await wire.callTool('log_levels', {}, log);
    expect(levels).toHaveLength(8);
    expect(textOf(await wire.callTool('large_text', { bytes: 100_000 }))).toHaveLength(100_000);
    const given = { anArray: [1, null], aBoolean: false, anInteger: 3, aNumber: 0.5, anObject: {}, aString: '' };
    expect(structured(await wire.callTool('types', given))).toEqual(given);
    expect(textOf(await wire.callTool('wait', { ms: 1 }))).toBe('Waited 1 ms');
    await wire.listTools();
    expect(textOf(await wire.callTool('route_query', { region: 'eu', query: 'q' }))).toBe('Ran q in eu');
  },
  served(),
);

const asking: WireTestOptions = {
  ...served(),
  capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
};

onEveryWire(
  'confirm_delete tells what its user has answered',
  async (wire) => {
    const deleted = async (answer: object): Promise<string> => {
      wire.answerWith(({ params }) => (params['message'] === 'Delete "a.txt"?' ? answer : {}));
      return textOf(await wire.callTool('confirm_delete', { item: 'a.txt' }));
    };
    const accept = (content: object) => deleted({ action: 'accept', content });
    expect(await accept({ confirm: true, reason: 'old' })).toBe('Deleted a.txt (reason: old)');
    expect(await accept({ confirm: true })).toBe('Deleted a.txt (reason: none given)');
    expect(await accept({ confirm: false })).toBe('Not deleted: user did not confirm');
    expect(await deleted({ action: 'decline' })).toBe('Not deleted: user chose decline');
    expect(await deleted({ action: 'cancel' })).toBe('Not deleted: user chose cancel');
  },
  asking,
);

onEveryWire(
  'connect_account, summarize, list_roots and ask_name ask what they are for',
  async (wire) => {
    const asked: unknown[] = [];
    wire.answerWith(({ method, params }) => {
      asked.push(params['url'] ?? params['message'] ?? params['messages'] ?? method);
      if (method === 'roots/list') return { roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }] };
      if (method === 'sampling/createMessage')
        return { role: 'assistant', model: 'm', content: { type: 'text', text: 'Short.' } };
      return params['mode'] === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: 'Ann' } };
    });
    const connected = await wire.callTool('connect_account', { service: 'a&b' });
    expect([textOf(connected), structured(connected)]).toMatchObject(['Connected a&b', { connected: true }]);
    const summary = await wire.callTool('summarize', { text: 'long' });
    expect([textOf(summary), structured(summary)]).toEqual(['Summary (m): Short.', { summary: 'Short.', model: 'm' }]);
    const roots = await wire.callTool('list_roots');
    expect([textOf(roots), structured(roots)]).toEqual([
      'Roots (2): file:///a, file:///b',
      { roots: ['file:///a', 'file:///b'] },
    ]);
    expect(textOf(await wire.callTool('ask_name'))).toBe('Hello, Ann!');
    expect(asked).toEqual([
      'https://example.com/connect?service=a%26b',
      [{ role: 'user', content: { type: 'text', text: 'Summarize in one sentence: long' } }],
      'roots/list',
      'What is your name?',
    ]);
    wire.answerWith(() => ({ action: 'cancel' }));
    expect(textOf(await wire.callTool('ask_name'))).toBe('No name given');
    expect(textOf(await wire.callTool('connect_account', { service: 'x' }))).toBe('Not connected: user chose cancel');
  },
  asking,
);

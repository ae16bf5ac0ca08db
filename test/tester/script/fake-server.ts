import { memory, type Transport } from '@mcpfusion/client';

export interface FakeMessage {
  readonly id?: string | number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> & {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly name?: string;
    readonly arguments?: Readonly<Record<string, unknown>>;
  };
}

export interface FakeWire {
  /** Puts anything on the wire. */
  readonly send: (message: object) => void;
  readonly result: (result: object) => void;
  readonly error: (code: number, message: string) => void;
  /** Progress of the request at hand. */
  readonly progress: (params: object) => void;
  readonly log: (level: string, data: unknown) => void;
}

/** Answers one method. What is not answered stays open. */
export type FakeHandler = (message: FakeMessage, wire: FakeWire) => void;

export interface FakeServer {
  readonly transport: () => Transport;
  /** What came in on all connections. */
  readonly received: FakeMessage[];
}

const tool = { inputSchema: { type: 'object', properties: { text: { type: 'string' } } } };
const listChanged = { listChanged: true };
const capabilities = { tools: listChanged, prompts: listChanged, resources: {}, logging: {} };

/** Answers the handshake of both revisions, and lists the tools `try` and `checked`. */
const polite: Readonly<Record<string, FakeHandler>> = {
  initialize: (_message, { result }) =>
    result({ protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'fake', version: '1' } }),
  'server/discover': (_message, { result }) =>
    result({ resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities }),
  ping: (_message, { result }) => result({}),
  'logging/setLevel': (_message, { result }) => result({}),
  'tools/list': (_message, { result }) =>
    result({
      tools: [
        { name: 'try', ...tool },
        { name: 'checked', ...tool, outputSchema },
      ],
    }),
};

const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };

/** A server in this process that does exactly what its test says, right or wrong. */
export function fakeServer(
  handlers: Readonly<Record<string, FakeHandler>> = {},
  // In a turn of its own, as from another process.
  schedule: (answer: () => void) => void = setImmediate,
): FakeServer {
  const received: FakeMessage[] = [];
  const known = { ...polite, ...handlers };
  const transport = (): Transport =>
    memory((onFrame) => ({
      receive: (json) => {
        const message = JSON.parse(json) as FakeMessage;
        received.push(message);
        schedule(() => known[message.method]?.(message, wireOf(message, onFrame)));
      },
      close: () => {},
    }));
  return { transport, received };
}

function wireOf({ id, params }: FakeMessage, onFrame: (json: string) => void): FakeWire {
  const send = (message: object): void => onFrame(JSON.stringify({ jsonrpc: '2.0', ...message }));
  return {
    send,
    result: (result) => send({ id, result }),
    error: (code, message) => send({ id, error: { code, message } }),
    progress: (given) =>
      send({
        method: 'notifications/progress',
        params: { progressToken: params?._meta?.['progressToken'], ...given },
      }),
    log: (level, data) => send({ method: 'notifications/message', params: { level, data } }),
  };
}

/** `{ content: [{ type: 'text', text }] }` */
export function textResult(text: string, rest: object = {}): object {
  return { resultType: 'complete', content: [{ type: 'text', text }], ...rest };
}

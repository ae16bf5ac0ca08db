import { toFetchHandler, type EndpointOptions, type Server } from '@mcpfusion/core';
import { everyCapability, type RawFrame } from './raw-frames.js';
import { until } from './until.js';

/** What comes on the stream of one POST. */
export interface RawStream {
  readonly status: number;
  readonly frames: readonly RawFrame[];
  readonly isOver: boolean;
  /** The first frame that fits, when it is there. */
  next(fits: (frame: RawFrame) => boolean): Promise<RawFrame>;
  /** The client goes away. */
  drop(): void;
}

export interface RawHttpSession {
  begin(id: number, name: string, args?: object): Promise<RawStream>;
  /** Any message, on a POST of its own; gives the status. */
  post(message: object): Promise<number>;
  answer(id: RawFrame['id'], result: object): Promise<number>;
  /** DELETE */
  end(): Promise<number>;
}

/** An endpoint without a port, and sessions on it. */
export function rawHttp(
  server: Server,
  options: EndpointOptions = {},
): (principal?: string) => Promise<RawHttpSession> {
  const handle = toFetchHandler(server, options);
  return async (principal) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    };
    const send = (method: string, message?: object, signal?: AbortSignal): Promise<Response> => {
      const body = message ? { body: JSON.stringify({ jsonrpc: '2.0', ...message }) } : {};
      const init = { method, headers, ...body, ...(signal ? { signal } : {}) };
      return handle(new Request('http://localhost/mcp', init), principal === undefined ? {} : { principal });
    };
    const opening = {
      protocolVersion: '2025-11-25',
      capabilities: everyCapability,
      clientInfo: { name: 'raw', version: '1' },
    };
    const opened = await send('POST', { id: 0, method: 'initialize', params: opening });
    headers['mcp-session-id'] = opened.headers.get('mcp-session-id') ?? '';
    return {
      begin: async (id, name, args = {}) => {
        const client = new AbortController();
        const message = { id, method: 'tools/call', params: { name, arguments: args } };
        return readStream(await send('POST', message, client.signal), client);
      },
      post: async (message) => (await send('POST', message)).status,
      answer: async (id, result) => (await send('POST', { id, result })).status,
      end: async () => (await send('DELETE')).status,
    };
  };
}

function readStream(response: Response, client: AbortController): RawStream {
  const frames: RawFrame[] = [];
  let isOver = false;
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const [, data] = /^data: (.*)$/m.exec(event) ?? [];
        if (data !== undefined && data !== '') frames.push(JSON.parse(data) as RawFrame);
      }
    }
    if (text.startsWith('{')) frames.push(JSON.parse(text) as RawFrame);
  };
  void read()
    .catch(() => {})
    .finally(() => (isOver = true));
  return {
    status: response.status,
    frames,
    get isOver() {
      return isOver;
    },
    next: async (fits) => {
      await until(() => frames.some(fits));
      return frames.find(fits) as RawFrame;
    },
    drop: () => client.abort(),
  };
}

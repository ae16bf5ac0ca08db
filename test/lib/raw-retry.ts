import { toFetchHandler, type EndpointOptions, type Server } from '@mcpfusion/core';
import { everyCapability, type RawFrame } from './raw-frames.js';

export interface RetryOptions {
  /** Of the params, as they are: `inputResponses`, `requestState`. */
  readonly params?: Record<string, unknown>;
  readonly capabilities?: object;
  readonly principal?: string;
  readonly signal?: AbortSignal;
}

export interface RetryAnswer extends RawFrame {
  readonly status: number;
}

/** Calls a tool of a server in 2026-07-28, over HTTP without a port, with params as right or wrong as a test wants them. */
export type CallRaw = (name: string, args?: object, options?: RetryOptions) => Promise<RetryAnswer>;

const version = '2026-07-28';

export function rawRetries(server: Server, endpoint: EndpointOptions = {}): CallRaw {
  const handle = toFetchHandler(server, endpoint);
  return async (name, args = {}, { params = {}, capabilities = everyCapability, principal, signal } = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': name,
    };
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...params, _meta },
    });
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers,
      body,
      ...(signal ? { signal } : {}),
    });
    const response = await handle(request, principal === undefined ? {} : { principal });
    const text = await response.text();
    const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
    return { ...(data === '' ? {} : (JSON.parse(data) as RawFrame)), status: response.status };
  };
}

/** Asks once and gives the state, for a tool that asks at once. */
export async function stateOf(call: CallRaw, name: string, args: object, options: RetryOptions = {}): Promise<string> {
  const { result } = await call(name, args, options);
  if (result?.requestState === undefined) throw new Error(`Expected ${name} to ask, got ${JSON.stringify(result)}.`);
  return result.requestState;
}

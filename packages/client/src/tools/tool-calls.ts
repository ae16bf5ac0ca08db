import { errorCodes, methods, type Params } from '@mcpfusion/protocol';
import type { CallOptions } from '../call-options.js';
import { RpcFailure } from '../errors.js';
import { inputRounds, type InputParams } from '../input/input-rounds.js';
import type { RequestHandler } from '../server-requests.js';
import { toCallResult, type CallResult } from './call-result.js';
import { listAllTools, type ListedTool } from './list-all.js';
import { ParamMirror, type RefusedTool } from './param-mirror.js';

export interface ToolCallsOptions {
  readonly request: (method: string, params: Params, options: CallOptions) => Promise<Params>;
  /** Over HTTP in 2026 arguments are mirrored into headers, and a tool that asks for it wrongly is left out. */
  readonly mirrorsParams: () => boolean;
  readonly onRefused: (tool: RefusedTool) => void;
  /** Answers to what a 2026 server asks before it goes on. */
  readonly inputHandlers: () => Readonly<Record<string, RequestHandler>>;
}

/** Lists and calls tools, with what HTTP wants beside the message. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #mirror = new ParamMirror();

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** The tools of every page. */
  async list(options: CallOptions): Promise<ListedTool[]> {
    const tools = await listAllTools((method, params) => this.#options.request(method, params, options));
    if (!this.#options.mirrorsParams()) return tools;
    const refused = this.#mirror.learn(tools);
    for (const tool of refused) this.#options.onRefused(tool);
    return tools.filter(({ name }) => !refused.some((tool) => tool.name === name));
  }

  /** After a header mismatch the list is asked for again, and if that teaches other headers, the call is made once more. */
  async call(name: string, args: Params, options: CallOptions): Promise<CallResult> {
    if (!this.#options.mirrorsParams()) return this.#send(name, args, options);
    const headers = this.#mirror.headersFor(name, args);
    const sent = { ...options, headers: { ...headers, ...options.headers } };
    try {
      return await this.#send(name, args, sent);
    } catch (error) {
      const isMismatch = error instanceof RpcFailure && error.code === errorCodes.headerMismatch;
      if (!isMismatch || options.headers !== undefined) throw error;
      await this.list({});
      const learned = this.#mirror.headersFor(name, args);
      if (JSON.stringify(learned) === JSON.stringify(headers)) throw error;
      return this.#send(name, args, { ...options, headers: learned });
    }
  }

  /** In 2026 the call is sent again with the answers until it is complete; without a handler, its questions are its result. */
  async #send(name: string, args: Params, options: CallOptions): Promise<CallResult> {
    const handlers = this.#options.inputHandlers();
    const send = (more: InputParams): Promise<Params> =>
      this.#options.request(methods.toolsCall, { name, arguments: args, ...more }, options);
    if (Object.keys(handlers).length === 0) return toCallResult(await send({}));
    const { signal } = options;
    return toCallResult(await inputRounds(send, { handlers, ...(signal ? { signal } : {}) }));
  }
}

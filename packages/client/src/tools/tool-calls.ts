import { errorCodes, methods, type Capabilities, type Params } from '@mcpfusion/protocol';
import type { CallOptions } from '../call-options.js';
import { RpcFailure } from '../errors.js';
import { checkType, inputRounds, type InputParams } from '../input/input-rounds.js';
import type { RequestHandler } from '../server-requests.js';
import { toCallResult, type CallResult } from './call-result.js';
import { listAllTools, type ListedTool } from './list-all.js';
import { ParamMirror, type RefusedTool } from './param-mirror.js';

export interface ToolCallsOptions {
  readonly request: (method: string, params: Params, options: CallOptions) => Promise<Params>;
  /** Over HTTP in 2026 arguments are mirrored into headers, and a tool that asks for it wrongly is left out. */
  readonly mirrorsParams: () => boolean;
  readonly onRefused: (tool: RefusedTool) => void;
  readonly capabilities: Capabilities;
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

  /** In 2026 the call is sent again with the answers until it is complete; without a handler, its questions are its result. */
  async call(name: string, args: Params, options: CallOptions): Promise<CallResult> {
    const { id, ...others } = options;
    let isFirst = true;
    const send = (more: InputParams): Promise<Params> => {
      // A retry is a request of its own: the id that was asked for is used up.
      const own = isFirst && id !== undefined ? { ...others, id } : others;
      isFirst = false;
      return this.#send({ name, arguments: args, ...more }, args, own);
    };
    const handlers = this.#options.inputHandlers();
    if (Object.keys(handlers).length === 0) return toCallResult(checkType(await send({})));
    const { capabilities } = this.#options;
    const { signal, onInputRound: onRound, maxInputRounds: maxRounds } = options;
    return toCallResult(await inputRounds(send, { handlers, capabilities, signal, onRound, maxRounds }));
  }

  /** After a header mismatch the list is asked for again, and if that teaches other headers, the request is made once more. */
  async #send(params: Params & { readonly name: string }, args: Params, options: CallOptions): Promise<Params> {
    const send = (more: CallOptions): Promise<Params> => this.#options.request(methods.toolsCall, params, more);
    if (!this.#options.mirrorsParams()) return send(options);
    const headers = this.#mirror.headersFor(params.name, args);
    try {
      return await send({ ...options, headers: { ...headers, ...options.headers } });
    } catch (error) {
      const isMismatch = error instanceof RpcFailure && error.code === errorCodes.headerMismatch;
      if (!isMismatch || options.headers !== undefined) throw error;
      await this.list({});
      const learned = this.#mirror.headersFor(params.name, args);
      if (JSON.stringify(learned) === JSON.stringify(headers)) throw error;
      const { id: _used, ...others } = options;
      return send({ ...others, headers: learned });
    }
  }
}

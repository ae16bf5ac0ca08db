import type { Implementation } from './envelope.js';
import { encodeResult, type Params, type RequestId } from './json-rpc.js';
import type { Codec } from './revisions/codec.js';

/** Responses of one server in one revision. What is the same in all of them is written once: half the price of writing it all. */
export class ResultWriter {
  readonly #codec: Codec;
  readonly #server: Implementation;
  readonly #before: string;
  readonly #after: string;

  constructor(codec: Codec, server: Implementation) {
    this.#codec = codec;
    this.#server = server;
    const { _meta: meta, ...first } = codec.completeResult({}, server);
    const before = membersOf(first);
    this.#before = before === '' ? '' : `${before},`;
    this.#after = meta === undefined ? '' : `,${membersOf({ _meta: meta })}`;
  }

  /** Throws for what JSON cannot carry. */
  write(id: RequestId, result: Params): string {
    const members = '_meta' in result || 'resultType' in result ? '' : membersOf(result);
    if (members === '') return encodeResult(id, this.#codec.completeResult(result, this.#server));
    return this.#wrap(id, members);
  }

  /** What a tool gives that gives one text: the most common result by far. */
  writeText(id: RequestId, text: string): string {
    return this.#wrap(id, `"content":[{"type":"text","text":${JSON.stringify(text)}}]`);
  }

  #wrap(id: RequestId, members: string): string {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${this.#before}${members}${this.#after}}}`;
  }
}

function membersOf(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

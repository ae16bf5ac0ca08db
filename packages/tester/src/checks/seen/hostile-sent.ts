import { parseMessage, type RequestId, type RpcMessage } from '@mcpfusion/protocol';

/** Characters kept of what this side sent that is no message. */
const maxChars = 256 * 1024;

/**
 * What this side sent on purpose that is no message. A server may answer it in more than one right way, so what could
 * be such an answer is held against nobody.
 */
export class HostileSent {
  #text = '';
  #line = '';
  #any = false;

  get any(): boolean {
    return this.#any;
  }

  /** Text that is no message by itself: gives the messages that it completes, as when a line was sent in two halves. */
  take(raw: string): RpcMessage[] {
    this.#any = true;
    this.#text = (this.#text + raw).slice(-maxChars);
    const lines = (this.#line + raw).split('\n');
    this.#line = (lines.pop() ?? '').slice(-maxChars);
    return lines.map((line) => parseMessage(line)).filter((message) => message.kind !== 'invalid');
  }

  /** The server may have read that id, or that token, in it. */
  mayHold(name: RequestId): boolean {
    return this.#any && this.#text.includes(JSON.stringify(name));
  }
}

import { isObject, type Params, type ProgressToken, type RequestId } from '@mcpfusion/protocol';
import type { Call } from './call.js';
import { ConnectionLost } from './errors.js';
import type { Frame } from './frame.js';

/** A request on its way, in the hands of its caller. */
export class RunningCall {
  readonly id: RequestId;
  readonly progressToken: ProgressToken | undefined;
  /** May be left alone: a rejection that nobody awaits is not an unhandled one. */
  readonly result: Promise<Params>;
  readonly #call: Call;
  readonly #allFrames: () => readonly Frame[];

  constructor(call: Call, allFrames: () => readonly Frame[]) {
    this.id = call.id;
    this.progressToken = call.progressToken;
    this.result = call.result;
    this.#call = call;
    this.#allFrames = allFrames;
  }

  /** The frames of this call that the connection still has. */
  get frames(): readonly Frame[] {
    return this.#allFrames().filter((frame) => this.owns(frame));
  }

  /** Whether a frame is of this call, either way: by its stream, its id or its progress token. */
  owns({ http, message }: Frame): boolean {
    if (http && this.#call.sent?.streamIds.includes(http.streamId)) return true;
    if (!message || message.kind === 'invalid') return false;
    if (message.kind !== 'notification') return message.id === this.id;
    const { progressToken, requestId } = isObject(message.params) ? message.params : {};
    return (this.progressToken !== undefined && progressToken === this.progressToken) || requestId === this.id;
  }

  /** HTTP: its response stream is over, however it ended. Undefined on a shared channel. */
  get streamEnded(): Promise<void> | undefined {
    return this.#call.sent?.streamEnded;
  }

  /** Gives the call up and tells the server as the transport wants it. Resolves when that is on the wire. */
  cancel(reason?: unknown): Promise<void> {
    return this.#call.cancel(reason);
  }

  /** HTTP: destroys the socket without a word. In 2026 that is a cancel; in 2025 it is not. */
  disconnect(): void {
    if (!this.#call.sent?.streamEnded) throw new Error('A call on a shared channel has no connection of its own.');
    this.#call.sent.disconnect();
    this.#call.fail(new ConnectionLost('The connection was dropped by this side.'));
  }
}

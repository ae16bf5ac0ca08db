import { parseMessage, type InvalidMessage, type Params, type RpcMessage } from '@mcpfusion/protocol';
import { encodeCancelled } from './cancelled.js';
import type { Carrier, CarrierHost, OutgoingRequest, SentRequest } from './carrier.js';
import type { ConnectionLost } from './errors.js';
import type { Frame } from './frame.js';

/** All requests of a shared channel look alike: nothing of theirs can be closed. */
const onSharedChannel: SentRequest = Object.freeze({
  streamIds: Object.freeze([]),
  flushed: undefined,
  streamEnded: undefined,
  disconnect: () => {},
  release: () => {},
});

/** A carrier on which every message shares one channel. */
export abstract class SharedCarrier implements Carrier {
  abstract readonly kind: 'stdio' | 'memory';
  protected readonly host: CarrierHost;
  #lostError: ConnectionLost | undefined;

  constructor(host: CarrierHost) {
    this.host = host;
  }

  /** Puts one message on the channel, framing included. */
  protected abstract write(data: string | Uint8Array, isWhole: boolean): void;
  abstract close(): Promise<void>;

  sendRequest(request: OutgoingRequest): SentRequest {
    if (this.#lostError) {
      const error = this.#lostError;
      queueMicrotask(() => request.onEnded(error));
    } else {
      this.#send(request.text, request.message);
    }
    return onSharedChannel;
  }

  send(message: RpcMessage, text: string): Promise<void> {
    if (this.#lostError) return Promise.reject(this.#lostError);
    this.#send(text, message);
    return Promise.resolve();
  }

  async cancel(_sent: SentRequest, params: Params): Promise<void> {
    const { message, text } = encodeCancelled(params);
    await this.send(message, text);
  }

  sendRaw(data: string | Uint8Array): void {
    const raw = typeof data === 'string' ? data : new TextDecoder().decode(data);
    this.host.record({ direction: 'out', atMs: performance.now(), raw, message: parseMessage(raw) });
    this.write(data, false);
  }

  #send(text: string, message: RpcMessage): void {
    this.host.record({ direction: 'out', atMs: performance.now(), raw: text, message });
    this.write(text, true);
  }

  /** A message came in. */
  protected receive(raw: string, message: RpcMessage | InvalidMessage = parseMessage(raw)): void {
    const frame: Frame = { direction: 'in', atMs: performance.now(), raw, message };
    this.host.record(frame);
    this.host.dispatch(frame);
  }

  /** Nothing more can come. Only the first reason counts. */
  protected lose(error: ConnectionLost): void {
    if (this.#lostError) return;
    this.#lostError = error;
    this.host.lost(error);
  }
}

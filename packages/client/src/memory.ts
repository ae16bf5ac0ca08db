import type { CarrierHost, Transport } from './carrier.js';
import { ConnectionLost } from './errors.js';
import { SharedCarrier } from './shared-carrier.js';

/** A server in this process: takes messages as JSON text, and gives its own to `onFrame`. */
export type OpenMemory = (onFrame: (json: string) => void) => {
  receive(json: string): void;
  close(): void | Promise<void>;
};

/** A server in the same process: no port, no process, no bytes. */
export function memory(open: OpenMemory): Transport {
  return { kind: 'memory', open: (host) => Promise.resolve(new MemoryCarrier(open, host)) };
}

class MemoryCarrier extends SharedCarrier {
  readonly kind = 'memory';
  readonly #peer: ReturnType<OpenMemory>;
  #isClosed = false;

  constructor(open: OpenMemory, host: CarrierHost) {
    super(host);
    this.#peer = open((json) => {
      if (!this.#isClosed) this.receive(json);
    });
  }

  protected write(data: string | Uint8Array): void {
    this.#peer.receive(typeof data === 'string' ? data : new TextDecoder().decode(data));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    await this.#peer.close();
    this.#isClosed = true;
    this.lose(new ConnectionLost('The connection was closed by this side.'));
  }
}

import { latestStateless } from '@mcpfusion/protocol';
import { CancelledError } from '../errors.js';
import type { Log } from '../handler/log.js';
import type { Exchange } from '../server/exchange.js';
import type { Peer } from '../server/peer.js';
import type { HttpReply } from './http-io.js';
import type { HttpOutlet } from './http-outlet.js';
import type { Sessions } from './sessions.js';

/** What an endpoint's exchanges have in common. */
export interface WatchHost {
  readonly exchanges: Set<Exchange>;
  readonly sessions: Sessions;
  readonly log: Log;
}

/** An exchange while it runs: its session is in use, and its client may go away or not read. */
export class HttpWatch {
  readonly #host: WatchHost;
  readonly #exchange: Exchange;
  readonly #peer: Peer;
  readonly #outlet: HttpOutlet;
  readonly #reply: HttpReply;

  constructor(host: WatchHost, exchange: Exchange, peer: Peer, outlet: HttpOutlet, reply: HttpReply) {
    this.#host = host;
    this.#exchange = exchange;
    this.#peer = peer;
    this.#outlet = outlet;
    this.#reply = reply;
  }

  start(): void {
    const { envelope } = this.#exchange;
    this.#host.exchanges.add(this.#exchange);
    this.#exchange.tellEnd(this);
    if (envelope.progressToken !== undefined || envelope.logLevel !== undefined) this.#outlet.expectStream();
    this.#outlet.tellStall(this);
    this.#reply.tellGone(this);
  }

  onEnd(): void {
    this.#host.exchanges.delete(this.#exchange);
    this.#host.sessions.touch(this.#peer);
  }

  onGone(): void {
    this.#outlet.abandon();
    if (this.#isTied) this.#disconnect('The client closed the connection.');
  }

  onStalled(): void {
    const { id, era } = this.#exchange;
    this.#host.log.warning('a stream was closed: its client does not read', { id, era });
    this.#outlet.abandon();
    if (!this.#isTied) return this.#reply.end();
    this.#disconnect('The client did not read its stream.');
    this.#reply.destroy();
  }

  // In 2025-11-25 a dropped connection cancels nothing.
  get #isTied(): boolean {
    return this.#exchange.era === latestStateless;
  }

  #disconnect(message: string): void {
    this.#exchange.abort(new CancelledError('disconnect', message));
  }
}

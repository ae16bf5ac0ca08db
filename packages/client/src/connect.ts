import type { Transport } from './carrier.js';
import { Client } from './client.js';
import type { ConnectOptions } from './connect-options.js';

/** Connects to a server. When it rejects, nothing is left open: no socket, no process. */
export function connect(transport: Transport, options: ConnectOptions): Promise<Client> {
  return Client.open(transport, options);
}

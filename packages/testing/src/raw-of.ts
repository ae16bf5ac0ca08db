import type { Client } from '@mcpfusion/client';
import type { Wire } from './wire.js';

/** Our own client of a wire, which shows its frames and sends wrong ones. Only for tests with `clients: ['ours']`. */
export function rawOf({ raw, client }: Wire): Client {
  if (!raw) throw new Error(`Expected our own client, this is ${client}.`);
  return raw;
}

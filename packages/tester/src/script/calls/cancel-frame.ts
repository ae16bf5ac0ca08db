import type { Client, Frame } from '@mcpfusion/client';
import { methods } from '@mcpfusion/protocol';

/** Over HTTP in 2026 closing the stream of a request is its cancel; elsewhere `notifications/cancelled` is sent. */
export function isClosingTheCancel({ transport, era }: Pick<Client, 'transport' | 'era'>): boolean {
  return transport === 'http' && era === '2026-07-28';
}

/** A `notifications/cancelled` of this side. */
export function isCancelNotification({ direction, message }: Frame): boolean {
  return direction === 'out' && message?.kind === 'notification' && message.method === methods.cancelled;
}

import type { HttpFailure } from '@mcpfusion/client';

/** Said by what stands before a server that is not there. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether the server itself gave this bad answer, so that it is there. */
export function isFromServer({ status }: HttpFailure): boolean {
  return !gatewayStatuses.has(status);
}

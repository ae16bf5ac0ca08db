import type { Params } from '@mcpfusion/protocol';
import type { RequestSeen } from './request-seen.js';

/** A result of `server/discover` from a server that does not know it, and answers anything: the client falls back. */
export function answersProbe({ method }: RequestSeen, { resultType, supportedVersions }: Params): boolean {
  return method === 'server/discover' && resultType === undefined && supportedVersions === undefined;
}

import { errorCodes, rpcError, type RpcError } from './error-codes.js';
import type { InvalidMessage, RpcMessage } from './json-rpc.js';
import { isObject } from './json.js';
import { metaKeys } from './meta.js';

/** Named after the revision that defines it: sessions and `initialize`, or stateless with `_meta` on each request. */
export type Era = '2025-11-25' | '2026-07-28';

export const latestStateless = '2026-07-28';
export const latestSession = '2025-11-25';

/** Versions that may stand in `_meta`, newest first. Goes out as `supportedVersions` and in `-32022`. */
export const statelessVersions: readonly string[] = [latestStateless];

/** Versions that `initialize` agrees to; anything else is answered with the first. */
export const sessionVersions: readonly string[] = [latestSession, '2025-06-18', '2025-03-26'];

export function negotiate(requested: unknown): string {
  return typeof requested === 'string' && sessionVersions.includes(requested) ? requested : latestSession;
}

/** True for `2026-07-28` and any later dated version. */
export function isStatelessVersion(version: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= latestStateless;
}

export interface EraQuestion {
  readonly transport: 'http' | 'stdio';
  readonly message: RpcMessage | InvalidMessage;
  /** HTTP: the value of `MCP-Protocol-Version`. */
  readonly versionHeader: string | undefined;
  /** stdio: `initialize` has been answered on this connection. */
  readonly isInitialized: boolean;
}

/** The era of a message, or the error that answers it. One row of the era table each. */
export function eraOf(question: EraQuestion): Era | RpcError {
  const { transport, message, versionHeader, isInitialized } = question;
  const header = transport === 'http' && versionHeader !== undefined ? versionHeader : '';
  if (message.kind === 'response') return latestSession;
  if (message.kind === 'invalid') return isStatelessVersion(header) ? latestStateless : latestSession;
  if (hasVersionKey(message.params)) return latestStateless;
  if (message.kind === 'notification') return isStatelessVersion(header) ? latestStateless : latestSession;
  if (message.method === 'initialize') {
    if (!isStatelessVersion(header)) return latestSession;
    return rpcError(
      errorCodes.headerMismatch,
      `Header mismatch: MCP-Protocol-Version ${header} has no initialize; send ${metaKeys.protocolVersion} in _meta instead.`,
    );
  }
  if (transport === 'http') return isStatelessVersion(header) ? missingKeys() : latestSession;
  return isInitialized || message.method === 'ping' ? latestSession : missingKeys();
}

export function missingKeys(): RpcError {
  return rpcError(
    errorCodes.invalidParams,
    `Invalid params: expected params._meta with ${metaKeys.protocolVersion} and ${metaKeys.clientCapabilities}, or initialize first.`,
  );
}

function hasVersionKey(params: Readonly<Record<string, unknown>>): boolean {
  const meta = params['_meta'];
  return isObject(meta) && Object.hasOwn(meta, metaKeys.protocolVersion);
}

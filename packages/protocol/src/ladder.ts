import { isRpcError, readStatelessEnvelope, type Envelope } from './envelope.js';
import { errorCodes, rpcError, type RpcError } from './error-codes.js';
import { checkMirroredHeaders, headerMismatch, headerNames, type HeaderLookup } from './headers.js';
import type { RpcRequest } from './json-rpc.js';
import { statelessVersions } from './revision.js';

/**
 * The checks of a 2026-07-28 request that come before its method is looked up,
 * in their order: header there, `_meta` complete, header equals `_meta`, version
 * known, `Mcp-Method` and `Mcp-Name` right. Without `header` (stdio) only those of the body.
 *
 * Gives the envelope, or the first error.
 */
export function climbLadder(request: RpcRequest, header: HeaderLookup | undefined): Envelope | RpcError {
  const versionHeader = header?.(headerNames.protocolVersion)?.trim();
  if (header && versionHeader === undefined) return headerMismatch('MCP-Protocol-Version header is missing');
  const envelope = readStatelessEnvelope(request.params);
  if (isRpcError(envelope)) return envelope;
  const requested = envelope.protocolVersion;
  if (header && versionHeader !== requested) {
    return headerMismatch(`MCP-Protocol-Version header '${versionHeader}' does not match body value '${requested}'`);
  }
  if (!statelessVersions.includes(requested)) {
    return rpcError(errorCodes.unsupportedProtocolVersion, 'Unsupported protocol version.', {
      supported: statelessVersions,
      requested,
    });
  }
  return (header && checkMirroredHeaders(header, request.method, request.params)) ?? envelope;
}

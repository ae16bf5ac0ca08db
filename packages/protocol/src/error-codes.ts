/**
 * JSON-RPC error codes that MCP uses. None of our own lies in −32768…−32000:
 * facts of our own travel in `data.code`.
 *
 * Source: 2026-07-28, basic, Error Codes; 2025-11-25, Elicitation, Error Handling.
 */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** 2026-07-28: HTTP headers and body disagree, or a required header is absent or malformed. */
  headerMismatch: -32020,
  /** 2026-07-28: `data.requiredCapabilities` names what the client did not declare. */
  missingRequiredClientCapability: -32021,
  /** 2026-07-28: `data.supported` and `data.requested`. */
  unsupportedProtocolVersion: -32022,
  /** 2025-11-25 alone: `data.elicitations` are pages that the user must visit first. */
  urlElicitationRequired: -32042,
} as const;

/** The `error` member of a response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export function rpcError(code: number, message: string, data?: unknown): RpcError {
  return data === undefined ? { code, message } : { code, message, data };
}

const badRequest: ReadonlySet<number> = new Set([
  errorCodes.parseError,
  errorCodes.invalidRequest,
  errorCodes.headerMismatch,
  errorCodes.missingRequiredClientCapability,
  errorCodes.unsupportedProtocolVersion,
]);

/**
 * The HTTP status of an error that is known before the first byte is out.
 * `-32602` is 400 only when the envelope (`_meta`) is at fault; what a handler
 * or a method says about its params is 200.
 */
export function httpStatusOf(error: RpcError, isEnvelope = false): number {
  if (error.code === errorCodes.methodNotFound) return 404;
  return badRequest.has(error.code) || (isEnvelope && error.code === errorCodes.invalidParams) ? 400 : 200;
}

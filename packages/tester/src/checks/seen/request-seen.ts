import type { Frame } from '@mcpfusion/client';
import {
  isLogLevel,
  isObject,
  isStatelessVersion,
  metaKeys,
  type Capabilities,
  type Era,
  type LogLevel,
  type Params,
  type ProgressToken,
  type RequestId,
  type RpcRequest,
} from '@mcpfusion/protocol';

/** A request of this side, and what has become of it. */
export interface RequestSeen {
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
  readonly era: Era;
  readonly frame: Frame;
  readonly progressToken: ProgressToken | undefined;
  /** 2026: what the request asked for. `unreadable`: something that is no level, so nothing can be said. */
  readonly logLevel: LogLevel | 'unreadable' | undefined;
  /** 2026: what the request says that the client can do. */
  readonly capabilities: Capabilities;
  /** HTTP: its POST, then each GET that resumed it. */
  readonly streamIds: number[];
  /** stdio: sent while one of the same id, or of the same token, ran: which of the two is meant cannot be told. */
  isTwin: boolean;
  /** The first response. */
  response: Frame | undefined;
  /** The frame by which this side cancelled it. */
  cancelledBy: Frame | undefined;
  /** HTTP: refused by its status, or its connection is gone: no response is to be expected. */
  isLost: boolean;
}

export function isInFlight(request: RequestSeen): boolean {
  return request.response === undefined && !request.isLost;
}

/**
 * What a server had under way when a cancel reached it may still come, and nobody can tell. From then on it cannot have
 * been under way. Long against any round trip, short against work that goes on.
 */
export const cancelGraceMs = 1_000;

/** It was cancelled so long before that frame that the server must have known. */
export function isPastCancel(request: RequestSeen, frame: Frame): boolean {
  return request.cancelledBy !== undefined && frame.atMs - request.cancelledBy.atMs > cancelGraceMs;
}

export function readRequest(frame: Frame, { id, method, params }: RpcRequest): RequestSeen {
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  const token = meta[metaKeys.progressToken];
  const level = meta[metaKeys.logLevel];
  const capabilities = meta[metaKeys.clientCapabilities];
  return {
    id,
    method,
    params,
    era: eraOf(frame, meta),
    frame,
    progressToken: typeof token === 'string' || Number.isInteger(token) ? (token as ProgressToken) : undefined,
    logLevel: level === undefined || isLogLevel(level) ? level : 'unreadable',
    capabilities: isObject(capabilities) ? capabilities : {},
    streamIds: frame.http ? [frame.http.streamId] : [],
    isTwin: false,
    response: undefined,
    cancelledBy: undefined,
    isLost: false,
  };
}

function eraOf({ http }: Frame, meta: Params): Era {
  if (Object.hasOwn(meta, metaKeys.protocolVersion)) return '2026-07-28';
  const name = Object.keys(http?.headers ?? {}).find((header) => header.toLowerCase() === 'mcp-protocol-version');
  return name !== undefined && isStatelessVersion(http?.headers[name] ?? '') ? '2026-07-28' : '2025-11-25';
}

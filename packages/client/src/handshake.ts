import {
  errorCodes,
  isImplementation,
  isObject,
  latestSession,
  latestStateless,
  metaKeys,
  methods,
  sessionVersions,
  statelessVersions,
  type Params,
  type RpcError,
} from '@mcpfusion/protocol';
import type { CallOptions } from './call-options.js';
import type { TransportKind } from './carrier.js';
import type { ConnectOptions } from './connect-options.js';
import { CallTimedOut, ConnectionLost, HttpFailure, RpcFailure, UnusableAnswer } from './errors.js';
import type { Identity } from './request-params.js';
import type { ServerFacts, Session } from './session.js';

/** What opening a connection needs of it. */
export interface Handshake {
  readonly transport: TransportKind;
  readonly session: Session;
  readonly identity: Identity;
  readonly options: ConnectOptions;
  readonly request: (method: string, params: Params, options?: CallOptions) => Promise<Params>;
  readonly notify: (method: string) => Promise<void>;
}

const defaultProbeTimeoutMs = 5_000;

/** Also agreed to when a server falls back to it. */
const oldestVersion = '2024-11-05';

/** Opens the connection in the era asked for, or in the one the server shows. */
export async function openSession(handshake: Handshake): Promise<void> {
  const { era, skipDiscover } = handshake.options;
  if (era === '2025-11-25') await initialize(handshake, handshake.options.protocolVersion);
  else if (era === 'auto') await probe(handshake);
  else if (!skipDiscover) await discover(handshake, {});
}

/** The 2025 handshake. Source: 2025-11-25, Lifecycle, Initialization. */
export async function initialize({ session, identity, request, notify }: Handshake, version?: string): Promise<void> {
  const requested = version ?? latestSession;
  session.era = '2025-11-25';
  const result = await request(methods.initialize, {
    protocolVersion: requested,
    capabilities: identity.capabilities,
    clientInfo: identity.clientInfo,
  });
  const agreed = result['protocolVersion'];
  if (typeof agreed !== 'string' || ![...sessionVersions, oldestVersion, requested].includes(agreed)) {
    throw new UnusableAnswer(`The server wants to speak ${JSON.stringify(agreed)}, which this client does not know.`);
  }
  session.protocolVersion = agreed;
  session.isInitialized = true;
  session.server = readFacts(result, result['serverInfo']);
  await notify(methods.initialized);
}

async function discover(handshake: Handshake, callOptions: CallOptions): Promise<void> {
  const { session, options, request } = handshake;
  session.era = '2026-07-28';
  session.protocolVersion = options.protocolVersion ?? latestStateless;
  let result: Params;
  try {
    result = await request(methods.discover, {}, callOptions);
  } catch (error) {
    const version = options.protocolVersion === undefined ? mutualVersion(error) : undefined;
    if (version === undefined) throw error;
    session.protocolVersion = version;
    result = await request(methods.discover, {}, callOptions);
  }
  if (!Array.isArray(result['supportedVersions'])) throw new NotDiscovered(result);
  const meta = isObject(result['_meta']) ? result['_meta'] : {};
  session.server = readFacts(result, meta[metaKeys.serverInfo]);
}

/** A result that is no answer to `server/discover`: some servers answer what they do not know. */
class NotDiscovered extends Error {
  constructor(result: Params) {
    super(`Expected supportedVersions in the answer to ${methods.discover}, got ${JSON.stringify(result)}.`);
  }
}

/**
 * Modern first. An error that only a modern server sends stays one; a modern
 * server that names only versions of the other era is spoken to in that;
 * anything else is a server that knows `initialize` alone.
 *
 * Sources: 2026-07-28, stdio, Backward Compatibility; Streamable HTTP, Backward Compatibility.
 */
async function probe(handshake: Handshake): Promise<void> {
  const { transport, options, session } = handshake;
  // A server that did not answer the probe knows nothing of it, so it is not cancelled either.
  const callOptions = transport === 'http' ? {} : { timeoutMs: probeTimeoutOf(options), isSilent: true };
  try {
    await discover(handshake, callOptions);
  } catch (error) {
    const offered = supportedBy(error)?.find((version) => sessionVersions.includes(version));
    if (offered === undefined && !showsOlderServer(error, transport)) throw error;
    session.protocolVersion = latestSession;
    await initialize(handshake, offered ?? options.protocolVersion);
  }
}

/** Not longer than any other request may take. */
function probeTimeoutOf({ probeTimeoutMs = defaultProbeTimeoutMs, requestTimeoutMs = 0 }: ConnectOptions): number {
  return requestTimeoutMs > 0 ? Math.min(probeTimeoutMs, requestTimeoutMs) : probeTimeoutMs;
}

function showsOlderServer(error: unknown, transport: TransportKind): boolean {
  const rpcError = errorOf(error);
  if (rpcError && onlyModern.has(rpcError.code)) return false;
  if (error instanceof HttpFailure) return error.status !== 401 && error.status !== 403;
  if (error instanceof ConnectionLost) return false;
  if (error instanceof CallTimedOut) return transport !== 'http';
  return error instanceof RpcFailure || error instanceof NotDiscovered;
}

const onlyModern: ReadonlySet<number> = new Set([
  errorCodes.headerMismatch,
  errorCodes.missingRequiredClientCapability,
  errorCodes.unsupportedProtocolVersion,
]);

function errorOf(error: unknown): Pick<RpcError, 'code' | 'data'> | undefined {
  if (error instanceof RpcFailure) return error;
  return error instanceof HttpFailure ? error.error : undefined;
}

function supportedBy(error: unknown): readonly string[] | undefined {
  const rpcError = errorOf(error);
  if (rpcError?.code !== errorCodes.unsupportedProtocolVersion || !isObject(rpcError.data)) return undefined;
  const { supported } = rpcError.data;
  return Array.isArray(supported) ? supported.filter((version) => typeof version === 'string') : undefined;
}

// Taken from the list, also where it is the one that was refused: asked once more, such a server may think again.
function mutualVersion(error: unknown): string | undefined {
  return supportedBy(error)?.find((version) => statelessVersions.includes(version));
}

function readFacts(result: Params, info: unknown): ServerFacts {
  const { capabilities, instructions, supportedVersions } = result;
  return {
    info: isImplementation(info) ? info : undefined,
    capabilities: isObject(capabilities) ? capabilities : {},
    instructions: typeof instructions === 'string' ? instructions : undefined,
    supportedVersions: Array.isArray(supportedVersions)
      ? supportedVersions.filter((version) => typeof version === 'string')
      : [],
  };
}

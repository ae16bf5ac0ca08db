import { errorCodes, rpcError, type RpcError } from './error-codes.js';
import type { Params } from './json-rpc.js';
import { isObject } from './json.js';
import { isLogLevel, type LogLevel } from './log-level.js';
import { metaKeys } from './meta.js';
import { missingKeys } from './revision.js';

export type ProgressToken = string | number;

export type Meta = Readonly<Record<string, unknown>>;

/** `{ name: 'ExampleClient', version: '1.0.0', … }` */
export interface Implementation {
  readonly name: string;
  readonly version: string;
  readonly [key: string]: unknown;
}

export type Capabilities = Readonly<Record<string, unknown>>;

/** What a request says about itself, whichever revision says it. */
export interface Envelope {
  readonly protocolVersion: string;
  /** Undefined: no progress may be sent. `0`, `"0"` and `""` are tokens. */
  readonly progressToken: ProgressToken | undefined;
  /** 2026-07-28 only. Undefined: no log message may be sent. */
  readonly logLevel: LogLevel | undefined;
  readonly clientInfo: Implementation | undefined;
  readonly clientCapabilities: Capabilities;
  readonly meta: Meta;
}

const noMeta: Meta = Object.freeze({});

/** Reads `_meta` of a 2026-07-28 request. Source: 2026-07-28, basic, Per-request protocol fields. */
export function readStatelessEnvelope(params: Params): Envelope | RpcError {
  const meta = isObject(params['_meta']) ? params['_meta'] : noMeta;
  const protocolVersion = meta[metaKeys.protocolVersion];
  const clientCapabilities = meta[metaKeys.clientCapabilities];
  const clientInfo = meta[metaKeys.clientInfo];
  const logLevel = meta[metaKeys.logLevel];
  if (typeof protocolVersion !== 'string' || !isObject(clientCapabilities)) return missingKeys();
  if (clientInfo !== undefined && !isImplementation(clientInfo)) {
    return invalid(`expected ${metaKeys.clientInfo} to be an object with name and version`);
  }
  if (logLevel !== undefined && !isLogLevel(logLevel)) {
    return invalid(`expected ${metaKeys.logLevel} to be a log level (debug … emergency), got ${show(logLevel)}`);
  }
  const progressToken = readProgressToken(meta);
  if (isRpcError(progressToken)) return progressToken;
  return { protocolVersion, progressToken, logLevel, clientInfo, clientCapabilities, meta };
}

/** Of `_meta` only the token matters in 2025: the rest was said in `initialize`. */
export function readSessionEnvelope(
  params: Params,
  session: Omit<Envelope, 'progressToken' | 'logLevel' | 'meta'>,
): Envelope | RpcError {
  const meta = isObject(params['_meta']) ? params['_meta'] : noMeta;
  const progressToken = readProgressToken(meta);
  if (isRpcError(progressToken)) return progressToken;
  const { protocolVersion, clientInfo, clientCapabilities } = session;
  return { protocolVersion, progressToken, logLevel: undefined, clientInfo, clientCapabilities, meta };
}

export function isImplementation(value: unknown): value is Implementation {
  return isObject(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}

export function isRpcError(value: unknown): value is RpcError {
  return isObject(value) && typeof value['code'] === 'number' && typeof value['message'] === 'string';
}

// null counts as absent: some clients send it for "none". An integer that JSON.parse has rounded is not the one that was sent.
function readProgressToken(meta: Meta): ProgressToken | undefined | RpcError {
  const token = meta[metaKeys.progressToken];
  if (token === undefined || token === null) return undefined;
  if (typeof token === 'string' || Number.isSafeInteger(token)) return token as ProgressToken;
  return invalid(`expected _meta.progressToken to be a string or an integer, got ${show(token)}`);
}

function invalid(what: string): RpcError {
  return rpcError(errorCodes.invalidParams, `Invalid params: ${what}.`);
}

// The kind alone for what has parts: they may be of any number and depth.
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

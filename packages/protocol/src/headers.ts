import { errorCodes, rpcError, type RpcError } from './error-codes.js';
import type { Params } from './json-rpc.js';

/** Looks up a header by its lower-case name. */
export type HeaderLookup = (name: string) => string | undefined;

export const headerNames = {
  protocolVersion: 'mcp-protocol-version',
  method: 'mcp-method',
  name: 'mcp-name',
  sessionId: 'mcp-session-id',
} as const;

const sentinel = /^=\?base64\?(.*)\?=$/s;
/** Blanks at the ends belong to the header, not to its value. */
const headerValue = /^[\t\x20-\x7e]*$/;
const plainValue = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;

/**
 * A value as it may stand in an `Mcp-Name` or `Mcp-Param-*` header:
 * `Hello, 世界` → `=?base64?SGVsbG8sIOS4lueVjA==?=`; `us-west1` stays as it is.
 *
 * Source: 2026-07-28, Streamable HTTP, Value Encoding.
 */
export function encodeHeaderValue(value: string): string {
  // Not by the pattern: `=?base64?=` begins and ends like it, too.
  const isMarked = value.startsWith('=?base64?') && value.endsWith('?=');
  if (value === '' || (plainValue.test(value) && !isMarked)) return value;
  const bytes = new TextEncoder().encode(value);
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `=?base64?${btoa(binary)}?=`;
}

/** The other way. `undefined` when the value holds characters, Base64 or UTF-8 that it may not. */
export function decodeHeaderValue(raw: string): string | undefined {
  // First, since trim() takes blanks away that are none in HTTP.
  if (!headerValue.test(raw)) return undefined;
  const value = raw.trim();
  const encoded = sentinel.exec(value)?.[1];
  if (encoded === undefined) return value;
  // atob forgives missing padding and blanks; the spec's form does not.
  if (encoded.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) return undefined;
  try {
    const binary = atob(encoded);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    );
  } catch {
    return undefined;
  }
}

/** The member of `params` that `Mcp-Name` repeats, by method. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
]);

export function nameOf(method: string, params: Params): string | undefined {
  const key = namedBy.get(method);
  const value = key === undefined ? undefined : params[key];
  return typeof value === 'string' ? value : undefined;
}

/** Checks `Mcp-Method` and `Mcp-Name` against the body. Source: 2026-07-28, Streamable HTTP, Server Validation. */
export function checkMirroredHeaders(header: HeaderLookup, method: string, params: Params): RpcError | undefined {
  const methodHeader = header(headerNames.method)?.trim();
  if (methodHeader === undefined) return headerMismatch('Mcp-Method header is missing');
  if (methodHeader !== method)
    return headerMismatch(`Mcp-Method header '${methodHeader}' does not match body value '${method}'`);
  if (!namedBy.has(method)) return undefined;
  const raw = header(headerNames.name);
  if (raw === undefined) return headerMismatch('Mcp-Name header is missing');
  const decoded = decodeHeaderValue(raw);
  if (decoded === undefined) return headerMismatch('Mcp-Name header is not valid ASCII or Base64');
  const name = nameOf(method, params);
  // A name that is no string is the method's own error, with a better message.
  if (name !== undefined && decoded !== name)
    return headerMismatch(`Mcp-Name header '${decoded}' does not match body value '${name}'`);
  return undefined;
}

export function headerMismatch(what: string): RpcError {
  return rpcError(errorCodes.headerMismatch, `Header mismatch: ${what}.`);
}

import { headerMismatch, headerNames, type HeaderLookup } from '@mcpfusion/protocol';
import { rememberLast } from './remember-last.js';

export interface AccessOptions {
  /**
   * Host names that requests may be addressed to, on any port, against DNS rebinding.
   * Default: the loopback names. `'any'` turns the check off, for servers behind a proxy that checks.
   */
  readonly allowedHosts?: readonly string[] | 'any';
  /** Origins (`https://app.example`) that browsers may call from. Default: the loopback names on any port. */
  readonly allowedOrigins?: readonly string[] | 'any';
}

/** A request that is turned away: HTTP status and a sentence that says why. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** The options as requests are compared with. Throws nothing: what is no name has been refused. */
export function readAccess({ allowedHosts = loopback, allowedOrigins = loopback }: AccessOptions): AccessOptions {
  const read = (names: readonly string[] | 'any', nameOf: (name: string) => string | undefined) =>
    names === 'any' || names === loopback ? names : names.map((name) => nameOf(name) ?? name);
  return { allowedHosts: read(allowedHosts, hostOf), allowedOrigins: read(allowedOrigins, originOf) };
}

/** Requests may be addressed to more than this machine's own names. */
export function isBeyondLoopback({ allowedHosts = loopback }: AccessOptions): boolean {
  return allowedHosts === 'any' || allowedHosts.some((name) => !loopback.includes(name));
}

/** `access` is what `readAccess` has given. Source: 2026-07-28, Streamable HTTP, Security & Endpoint. */
export function checkAccess(
  header: HeaderLookup,
  { allowedHosts = loopback, allowedOrigins = loopback }: AccessOptions,
): Refusal | undefined {
  const host = header('host');
  if (allowedHosts !== 'any' && (host === undefined || !allowedHosts.includes(hostNameOf(host)))) {
    return { status: 403, message: `Host ${host ?? '(none)'} is not allowed.` };
  }
  const origin = header('origin');
  if (origin === undefined || allowedOrigins === 'any' || allowedOrigins.includes(origin)) return undefined;
  const name = allowedOrigins === loopback ? originHostOf(origin) : undefined;
  return name !== undefined && loopback.includes(name)
    ? undefined
    : { status: 403, message: `Origin ${origin} is not allowed.` };
}

const json = 'application/json';

/** Lenient on parameters and case. */
export function checkContentType(header: HeaderLookup): Refusal | undefined {
  const type = header('content-type');
  return type === json || type?.split(';')[0]?.trim().toLowerCase() === json
    ? undefined
    : { status: 415, message: 'Expected Content-Type: application/json.' };
}

/** Whether the client can read a stream. Without `Accept` it can, as the spec demands both kinds of every client. */
export function acceptsStream(header: HeaderLookup): boolean {
  const accept = header('accept');
  return accept === undefined || allowsStream(accept);
}

const allowsStream = rememberLast((accept) => {
  // The most specific range that is there decides.
  const ranges = accept
    .toLowerCase()
    .split(',')
    .map((range) => range.split(';').map((part) => part.trim()));
  for (const type of ['text/event-stream', 'text/*', '*/*']) {
    const range = ranges.find(([name]) => name === type);
    if (range) return !range.some((part) => /^q\s*=\s*0(\.0*)?$/.test(part));
  }
  return false;
});

/** A session's later requests may name its version, or none. */
export function checkSessionVersion(
  header: HeaderLookup,
  known: readonly string[],
): ReturnType<typeof headerMismatch> | undefined {
  const version = header(headerNames.protocolVersion)?.trim();
  if (version === undefined || known.includes(version)) return undefined;
  return headerMismatch(`MCP-Protocol-Version ${version} is not one of ${known.join(', ')}`);
}

const hostNameOf = rememberLast((host) => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, ''));

/** A host name as it is compared, without port; `undefined` for what no request could be addressed to. */
export function hostOf(name: string): string | undefined {
  if (/[/\\?#@*\s]/.test(name)) return undefined;
  const hostname = urlOf(`http://${name}`)?.hostname;
  return hostname === undefined || hostname === '' ? undefined : hostNameOf(hostname);
}

/** An origin as browsers write it; `undefined` for what they never would. */
export function originOf(name: string): string | undefined {
  if (name === 'null') return name;
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/\\?#@*\s]+$/i.test(name)) return undefined;
  // The origin of a scheme that is none of the web's is opaque to URL: taken as it is.
  const origin = urlOf(name)?.origin;
  return origin === 'null' ? name : origin;
}

function originHostOf(origin: string): string | undefined {
  const { protocol, hostname } = urlOf(origin) ?? {};
  return protocol === 'http:' || protocol === 'https:' ? hostname : undefined;
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

import { headerMismatch, headerNames, type HeaderLookup } from '@mcpfusion/protocol';

export interface AccessOptions {
  /**
   * Host names (without port) that requests may be addressed to, against DNS rebinding.
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

/** Source: 2026-07-28, Streamable HTTP, Security & Endpoint. */
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

/** Lenient on parameters and case. */
export function checkContentType(header: HeaderLookup): Refusal | undefined {
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase();
  return type === 'application/json' ? undefined : { status: 415, message: 'Expected Content-Type: application/json.' };
}

/** Whether the client can read a stream. Without `Accept` it can, as the spec demands both kinds of every client. */
export function acceptsStream(header: HeaderLookup): boolean {
  const accept = header('accept');
  return accept === undefined || /text\/(event-stream|\*)|\*\/\*/i.test(accept);
}

/** A session's later requests may name its version, or none. */
export function checkSessionVersion(
  header: HeaderLookup,
  known: readonly string[],
): ReturnType<typeof headerMismatch> | undefined {
  const version = header(headerNames.protocolVersion)?.trim();
  if (version === undefined || known.includes(version)) return undefined;
  return headerMismatch(`MCP-Protocol-Version ${version} is not one of ${known.join(', ')}`);
}

function hostNameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function originHostOf(origin: string): string | undefined {
  try {
    const { protocol, hostname } = new URL(origin);
    return protocol === 'http:' || protocol === 'https:' ? hostname : undefined;
  } catch {
    return undefined;
  }
}

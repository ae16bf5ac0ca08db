import { check, integer, oneOf, type Check, type Checks } from '../server/check-options.js';
import { limitChecks, type LimitOptions } from '../server/limits.js';
import { hostOf, originOf, type AccessOptions } from './checks.js';
import type { SessionOptions } from './sessions.js';

export interface EndpointOptions extends AccessOptions, SessionOptions, LimitOptions {
  /** Longest request body, in bytes. Default 4 MiB. */
  readonly maxBodyBytes?: number;
  /** `json`: every answer is one JSON object; progress and logs are not delivered. Default `auto`. */
  readonly responseMode?: 'auto' | 'json';
  /**
   * A stream that the client asked for opens at the latest after this long, in ms; 0: at once, `Infinity`: with
   * the first frame. Default 1000.
   */
  readonly openAfterMs?: number;
  /** An open stream that was quiet for this long gets a comment, in ms; 0: never. Default 15000. */
  readonly keepAliveMs?: number;
}

export const endpointDefaults = { maxBodyBytes: 4 * 1024 * 1024, openAfterMs: 1_000, keepAliveMs: 15_000 } as const;

const listOf = (nameOf: (name: string) => string | undefined, example: string): Check => ({
  isFine: (value) =>
    value === 'any' ||
    (Array.isArray(value) && value.every((name: unknown) => typeof name === 'string' && nameOf(name) !== undefined)),
  expected: `a list of ${example}, or 'any'`,
});

export const endpointChecks: Checks<EndpointOptions> = {
  ...limitChecks,
  allowedHosts: listOf(hostOf, "host names such as 'api.example', without scheme, path and *"),
  allowedOrigins: listOf(originOf, "origins such as 'https://app.example', without path, closing slash and *"),
  maxBodyBytes: check.size,
  responseMode: oneOf('auto', 'json'),
  openAfterMs: check.duration,
  keepAliveMs: check.duration,
  sessions: oneOf('on', 'off'),
  sessionIdleMs: check.duration,
  maxSessions: check.count,
};

/** Of `serveHttp`. What the system can listen on is its own to say. */
export const listenDefaults = { requestTimeoutMs: 60_000 } as const;

export const serveHttpChecks = {
  ...endpointChecks,
  port: integer(0, 65_535),
  host: check.text,
  path: {
    isFine: (value: unknown) => typeof value === 'string' && value.startsWith('/'),
    expected: "a path that begins with '/'",
  },
  requestTimeoutMs: check.positive,
};

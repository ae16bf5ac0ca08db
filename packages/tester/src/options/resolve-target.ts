import type { EraChoice, Target } from '../connection/target.js';
import { redactCommand, redactUrl, type Redactor } from '../connection/redactor.js';
import { UsageError } from '../exit/tester-error.js';
import { expandEnv } from '../profile/expand-env.js';
import type { Profile } from '../profile/profile.js';
import { ProfileFile, profileFileName } from '../profile/profile-file.js';
import { durationOption } from './duration-option.js';
import type { GlobalOptions } from './global-options.js';

export interface ResolveContext {
  /** Where `mcp-tester.yml` is looked for. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** Says what is left out of account. */
  readonly note: (text: string) => void;
}

const eras: readonly string[] = ['auto', '2025-11-25', '2026-07-28'];
const transports: readonly string[] = ['auto', 'stdio', 'http', 'streamable-http'];
const defaultTimeoutMs = 60_000;

/** The server that the options mean. Throws `UsageError` where they name none, two, or one that cannot be. */
export async function resolveTarget(options: GlobalOptions, context: ResolveContext): Promise<Target> {
  // Whatever the server is, and whoever says it.
  context.redactor.add(options.bearer);
  context.redactor.addEnvironment(context.env);
  const profile = options.profile === undefined ? undefined : await readProfile(options.profile, context);
  if (profile && (options.command !== undefined || options.url !== undefined)) {
    context.note(`--command and --url are left out of account: the profile "${options.profile}" names the server.`);
  }
  const source = profile ?? options;
  const transport = checkTransport(options.transport ?? profile?.transport ?? 'auto');
  const common = {
    era: checkEra(options.era ?? profile?.era ?? 'auto'),
    timeoutMs: options.timeout === undefined ? defaultTimeoutMs : durationOption('--timeout', options.timeout),
  };
  if (!profile && options.command !== undefined && options.url !== undefined) {
    throw new UsageError('Expected --command or --url, got both.');
  }
  const wantsStdio = transport === 'stdio' || (transport === 'auto' && source.command !== undefined);
  if (wantsStdio && source.command !== undefined) {
    if (options.header || options.bearer) {
      context.note('--header and --bearer are left out of account: the server is a command, not a URL.');
    }
    if (source.command.trim() === '')
      throw new UsageError('Expected a command that starts a server, got an empty one.');
    return { ...common, kind: 'stdio', command: source.command, label: `\`${redactCommand(source.command)}\`` };
  }
  if (transport !== 'stdio' && source.url !== undefined) {
    const url = checkUrl(source.url);
    const headers = readHeaders(options, profile, context);
    context.redactor.addUrl(url);
    context.redactor.addHeaders(headers);
    return { ...common, kind: 'http', url: url.href, headers, label: redactUrl(url.href) };
  }
  const needed = transport === 'auto' ? '--command, --url or --profile' : transport === 'stdio' ? '--command' : '--url';
  throw new UsageError(
    `Expected a server: give ${needed}.${profile ? ` The profile "${options.profile}" has none.` : ''}`,
  );
}

async function readProfile(name: string, { folder }: ResolveContext): Promise<Profile> {
  const file = await ProfileFile.read(folder);
  const profile = file.get(name);
  if (!profile) {
    const known = file.names.length === 0 ? 'it has none' : `it has ${file.names.join(', ')}`;
    throw new UsageError(`There is no profile "${name}" in ${profileFileName}: ${known}.`);
  }
  if (profile.disabled === true) {
    throw new UsageError(`The profile "${name}" is disabled: "mcp-tester profile enable ${name}" changes that.`);
  }
  return profile;
}

/** Throws `UsageError`. */
export function checkTransport(transport: string): string {
  if (transport === 'sse') {
    throw new UsageError('The HTTP+SSE transport of 2024-11-05 is not supported; expected stdio or http.');
  }
  if (transports.includes(transport)) return transport;
  throw new UsageError(`Expected --transport to be one of ${transports.join(', ')}, got "${transport}".`);
}

/** Throws `UsageError`. */
export function checkEra(era: string): EraChoice {
  if (eras.includes(era)) return era as EraChoice;
  const both = era === 'both' ? ' Only test runs in both.' : '';
  throw new UsageError(`Expected --era to be one of ${eras.join(', ')}, got "${era}".${both}`);
}

/** Throws `UsageError` for what is no http or https URL. */
export function checkUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if ((url?.protocol === 'http:' || url?.protocol === 'https:') && isEncoded(url)) return url;
  throw new UsageError(`Expected --url to be an http or https URL, got "${redactUrl(text)}".`);
}

function readHeaders(
  options: GlobalOptions,
  profile: Profile | undefined,
  context: ResolveContext,
): Record<string, string> {
  const { env, redactor } = context;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(profile?.headers ?? {})) {
    headers[name] = expandEnv(value, env, `The header ${name}`);
    // What comes from the environment is there because it should be nowhere else.
    if (headers[name] !== value) redactor.add(headers[name]);
  }
  for (const given of options.header ?? []) {
    const [, name, value] = /^([!#$%&'*+.^`|~\w-]+):[ \t]*(.*)$/.exec(given) ?? [];
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value)) {
      // What stands there may be a secret, so it is not shown.
      throw new UsageError(
        'Expected --header to be "Name: value", got one that has no name, no colon, or a line break.',
      );
    }
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other];
    headers[name] = value;
  }
  const fromProfile =
    profile?.bearer === undefined ? undefined : () => expandEnv(profile.bearer ?? '', env, 'The bearer token');
  const bearer = nonEmpty(options.bearer) ?? nonEmpty(env['MCP_TESTER_BEARER']) ?? fromProfile?.();
  if (bearer === undefined) return headers;
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) {
    throw new UsageError('Expected a bearer token or an Authorization header, got both.');
  }
  redactor.add(bearer);
  return { ...headers, Authorization: `Bearer ${bearer}` };
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text;
}

/** A percent sign in the user's part must begin an escape: the header made of it could not be read otherwise. */
function isEncoded({ username, password }: URL): boolean {
  return !/%(?![0-9a-f]{2})/i.test(username + password);
}

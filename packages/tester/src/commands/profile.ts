import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { UsageError } from '../exit/tester-error.js';
import { redactCommand } from '../connection/redactor.js';
import { checkEra, checkTransport, checkUrl } from '../options/resolve-target.js';
import { ProfileFile, profileFileName } from '../profile/profile-file.js';
import type { CommandContext } from './command-context.js';

/**
 * `mcp-tester profile add NAME`: what else the profile holds stays as it is. Credentials do not go along to another
 * server, and a profile that is given anew is enabled.
 */
export async function addProfile({ options, folder, output }: CommandContext, name: string): Promise<ExitCode> {
  const { command, url, transport, era } = options;
  if (options.header || options.bearer) {
    throw new UsageError(
      `Write headers and bearer into ${profileFileName} yourself, secrets as \${NAME} of the environment.`,
    );
  }
  if ((command === undefined) === (url === undefined)) {
    throw new UsageError('Expected --command or --url for the profile, and not both.');
  }
  if (name.trim() === '') throw new UsageError('Expected a name for the profile, got an empty one.');
  if (url !== undefined) checkUrl(url);
  const file = await ProfileFile.read(folder);
  const before = file.names.includes(name) ? file.get(name) : undefined;
  const isElsewhere = before !== undefined && originOf(before.url) !== originOf(url);
  const dropped = isElsewhere ? credentials.filter((key) => before[key] !== undefined) : [];
  file.change(name, {
    command,
    url,
    ...(transport === undefined ? {} : { transport: checkTransport(transport) }),
    ...(era === undefined ? {} : { era: checkEra(era) }),
    disabled: undefined,
    ...Object.fromEntries(dropped.map((key) => [key, undefined])),
  });
  await file.write();
  const lost = dropped.length === 0 ? '' : ` Its ${dropped.join(' and ')} belonged to another server and are gone.`;
  done({ options, output }, name, `is in ${profileFileName}.${lost}`);
  return exitCodes.ok;
}

function done({ options, output }: Pick<CommandContext, 'options' | 'output'>, name: string, what: string): void {
  output.print(options.format === 'json' ? JSON.stringify({ profile: name, what }) : `Profile "${name}" ${what}`);
}

const credentials = ['headers', 'bearer'] as const;

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

export async function deleteProfile({ folder, output, options }: CommandContext, name: string): Promise<ExitCode> {
  const file = await withProfile(folder, name);
  file.delete(name);
  await file.write();
  done({ options, output }, name, 'is gone.');
  return exitCodes.ok;
}

/** `disabled: true` makes every use of the profile an error. */
export async function switchProfile(context: CommandContext, name: string, isEnabled: boolean): Promise<ExitCode> {
  const file = await withProfile(context.folder, name);
  file.change(name, { disabled: isEnabled ? undefined : true });
  await file.write();
  done(context, name, `is ${isEnabled ? 'enabled' : 'disabled'}.`);
  return exitCodes.ok;
}

export async function listProfiles({ folder, output, options }: CommandContext): Promise<ExitCode> {
  const file = await ProfileFile.read(folder);
  const rows = file.names.map((name) => {
    const { command, url, disabled } = file.get(name) ?? {};
    const type = command === undefined ? 'http' : 'stdio';
    return { name, status: disabled ? 'disabled' : 'enabled', type, value: redactCommand(command ?? url ?? '') };
  });
  if (options.format === 'json') output.print(JSON.stringify({ profiles: rows }, null, 2));
  else output.print(showTable([{ name: 'NAME', status: 'STATUS', type: 'TYPE', value: 'VALUE' }, ...rows]));
  return exitCodes.ok;
}

async function withProfile(folder: string, name: string): Promise<ProfileFile> {
  const file = await ProfileFile.read(folder);
  if (file.names.includes(name)) return file;
  throw new UsageError(`There is no profile "${name}" in ${profileFileName}.`);
}

type Row = Readonly<Record<'name' | 'status' | 'type' | 'value', string>>;

function showTable(rows: readonly Row[]): string {
  const widthOf = (key: keyof Row): number => Math.max(...rows.map((row) => row[key].length));
  const [name, status, type] = [widthOf('name'), widthOf('status'), widthOf('type')];
  return rows
    .map((row) => `${row.name.padEnd(name)}  ${row.status.padEnd(status)}  ${row.type.padEnd(type)}  ${row.value}`)
    .join('\n');
}

import { Command, InvalidArgumentError } from 'commander';
import type { CallFlags } from '../commands/call.js';
import type { CommandContext } from '../commands/command-context.js';
import type { ListenFlags } from '../commands/listen.js';
import type { TestFlags } from '../commands/suite-plan.js';
import { version } from '../connection/client-info.js';
import type { ExitCode } from '../exit/exit-code.js';

/** What a command does once everything is read. */
export type Run = (context: CommandContext) => Promise<ExitCode>;

/**
 * The commands and their options; `choose` is called with the one that was asked for. Each command's module is loaded
 * when it runs, so that `--version` and `--help` load none of them.
 */
export function createProgram(choose: (run: Run) => void): Command {
  const program = new Command('mcp-tester');
  program
    .description('Shows and checks that an MCP server gets calls, progress, logs and cancellation right.')
    .version(version(), '--version', 'print the version')
    .helpCommand(false)
    .showHelpAfterError('(mcp-tester --help shows what there is)');
  addGlobalOptions(program);
  addCalls(program, choose);
  addTest(program, choose);
  addProfiles(program, choose);
  return program;
}

type Choose = (run: Run) => void;

function addGlobalOptions(program: Command): void {
  program
    .optionsGroup('Server:')
    .option('-c, --command <line>', 'start a stdio server with this shell command')
    .option('-u, --url <url>', 'connect to a Streamable HTTP server')
    .option('-p, --profile <name>', 'a server of mcp-tester.yml')
    .option('-t, --transport <name>', 'auto, stdio or http (default: auto)')
    .option('--era <revision>', 'auto, 2025-11-25 or 2026-07-28 (default: auto)')
    .option('-H, --header <header>', '"Name: value", with every HTTP request; may be repeated', collect)
    .option('--bearer <token>', 'Authorization header (default: $MCP_TESTER_BEARER)')
    .option('--timeout <duration>', 'of each request, e.g. 500ms, 2m; 0: none (default: 60s)')
    .optionsGroup('Output:')
    .option(
      '-v, --verbose',
      'progress, logs, cancels, times and the server’s stderr; -vv: every frame',
      (_given, count: number) => count + 1,
      0,
    )
    .option('--format <name>', 'text or json (default: text)', oneOf('text', 'json'))
    .option('-r, --raw', 'call: print the result as it came, unchecked')
    .option('--strict', 'findings of the passive checks fail the command');
}

function addCalls(program: Command, choose: Choose): void {
  program
    .command('list')
    .description('list the tools')
    .action(() => choose(async (context) => (await import('../commands/list.js')).list(context)));
  program
    .command('call')
    .description('call a tool')
    .argument('<tool>')
    .option('-a, --args <json>', 'arguments, a JSON object', '{}')
    .option('--log-level <level>', 'debug, info, notice, warning, error, critical, alert or emergency')
    .option('--elicit <answer>', 'accept, decline, cancel or accept:{json} to a question; may be repeated', collect)
    .option('--sample <text>', 'what the model says when it is asked; may be repeated', collect)
    .option('--root <uri>', 'where the server may work; may be repeated', collect)
    .action((tool: string, flags: CallFlags) =>
      choose(async (context) => (await import('../commands/call.js')).call(context, tool, flags)),
    );
  program
    .command('ping')
    .description('ask the server for a sign of life')
    .action(() => choose(async (context) => (await import('../commands/ping.js')).ping(context)));
  program
    .command('logging')
    .description('set the log level (2025-11-25)')
    .argument('<level>')
    .action((level: string) =>
      choose(async (context) => (await import('../commands/logging.js')).logging(context, level)),
    );
  program
    .command('listen')
    .description('print notifications as they come')
    .option('--subscribe <uri>', 'updates of this resource as well; may be repeated', collect)
    .option('--duration <duration>', 'for how long, e.g. 10s (default: until Ctrl-C)')
    .action((flags: ListenFlags) =>
      choose(async (context) => (await import('../commands/listen.js')).listen(context, flags)),
    );
}

function addTest(program: Command, choose: Choose): void {
  program
    .command('test')
    .description('run scripts: files, folders or patterns')
    .argument('[scripts...]')
    .option('-s, --script <file>', 'a script; may be repeated', collect)
    .option('--reporter <name[=file]>', 'pretty, json, junit, tap or github; may be repeated with files', collect)
    .option('--jobs <number>', 'how many scripts run at the same time; max: one for each core (default: 1)')
    .option('--grep <pattern>', 'only scripts whose path matches this regular expression')
    .option('--bail', 'start no other script after one that failed')
    .option('--watch', 'run again when a script changes')
    .option('--allow-unused-answers', 'answers that were queued and not asked for do not fail a script')
    .addHelpText('after', '\n--era both runs every script in both revisions.')
    .action((scripts: string[], flags: TestFlags) =>
      choose(async (context) => (await import('../commands/test.js')).test(context, scripts, flags)),
    );
}

const loadProfile = () => import('../commands/profile.js');

function addProfiles(program: Command, choose: Choose): void {
  const profile = program.command('profile').description('the servers in mcp-tester.yml').helpCommand(false);
  profile
    .command('add')
    .description('add or change a profile, with --command or --url')
    .argument('<name>')
    .action((name: string) => choose(async (context) => (await loadProfile()).addProfile(context, name)));
  profile
    .command('delete')
    .description('take a profile out of the file')
    .argument('<name>')
    .action((name: string) => choose(async (context) => (await loadProfile()).deleteProfile(context, name)));
  for (const verb of ['enable', 'disable'] as const) {
    profile
      .command(verb)
      .description(verb === 'enable' ? 'make a disabled profile usable again' : 'make every use of a profile an error')
      .argument('<name>')
      .action((name: string) =>
        choose(async (context) => (await loadProfile()).switchProfile(context, name, verb === 'enable')),
      );
  }
  profile
    .command('list')
    .description('show the profiles')
    .action(() => choose(async (context) => (await loadProfile()).listProfiles(context)));
}

function collect(given: string, before: readonly string[] = []): string[] {
  return [...before, given];
}

function oneOf(...names: string[]): (given: string) => string {
  return (given) => {
    if (names.includes(given)) return given;
    throw new InvalidArgumentError(`Expected one of ${names.join(', ')}.`);
  };
}

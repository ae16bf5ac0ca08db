import type { CommandScope, ScriptCommand } from '../command.js';
import { commandTable } from '../command-table.js';
import { scriptError } from '../failure.js';
import { nearestName } from '../values/nearest-name.js';

/** Runs one command from its tokens, variables replaced. Throws what it throws. */
export async function runCommand(tokens: readonly string[], scope: CommandScope): Promise<void> {
  const [name, ...args] = tokens;
  if (name === undefined) throw scriptError('expected a command, got none');
  const command = findCommand(name);
  if (command.reachesServer) scope.state.lastError = undefined;
  await command.run(args, scope);
}

function findCommand(name: string): ScriptCommand {
  const command = commandTable.get(name);
  if (command) return command;
  const nearest = nearestName(name, commandTable.keys());
  const names = [...commandTable.keys()].join(', ');
  throw scriptError(
    nearest === undefined
      ? `unknown command "${name}"; the commands are: ${names}`
      : `unknown command "${name}"; did you mean ${nearest}?`,
  );
}

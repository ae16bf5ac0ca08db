import type { ScriptHost } from './script-host.js';
import type { ScriptSession } from './run/session.js';
import type { ScriptState } from './state.js';

/** One word of the script language. */
export interface ScriptCommand {
  readonly name: string;
  /** `timeout MS COMMAND…` */
  readonly usage: string;
  /** What it does, in one line. */
  readonly summary: string;
  /** It asks the server for something: the error that was expected before is no longer the last. */
  readonly reachesServer?: true;
  /** Throws a `CommandFailure`, or what the client throws, when it does not hold. `args` is without the name. */
  run(args: readonly string[], scope: CommandScope): void | Promise<void>;
}

/** What a command can reach while it runs. */
export interface CommandScope {
  readonly host: Pick<ScriptHost, 'print' | 'readLine'>;
  readonly session: ScriptSession;
  /** Where the command stands: `line 7`, with its file where that is included. */
  readonly place: string;
  readonly state: ScriptState;
  /** Aborted: the command gives up what it does, and cancels the request it waits for. */
  readonly signal: AbortSignal;
  /** Who wants to know what the calls of this command send and receive, as it passes. */
  readonly listeners: readonly CallListener[];
  /** The script has set a limit of its own, so the default one of each request does not count. */
  readonly hasDeadline: boolean;
  /** Inside `parallel`. */
  readonly isParallel: boolean;
  /** Runs the command that a prefix such as `timeout` stands before. */
  run(tokens: readonly string[], scope: CommandScope): Promise<void>;
}

/**
 * `preparing`: a request is sent that only prepares the one that is meant, such as the list before a call. `sent`: the
 * one that is meant is on its way. `elicit`: the user is asked for something, and nothing is answered yet.
 */
export type CallEvent = 'preparing' | 'sent' | 'progress' | 'log' | 'elicit';

export type CallListener = (event: CallEvent) => void;

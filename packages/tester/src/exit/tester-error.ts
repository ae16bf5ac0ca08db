import { exitCodes, type ExitCode } from './exit-code.js';

/** An end of the whole command that its user is told in one message, without a stack. */
export class TesterError extends Error {
  override readonly name: string = 'TesterError';
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** The command line, the profile or a script says something that cannot be done. Exit code 2. */
export class UsageError extends TesterError {
  override readonly name = 'UsageError';

  constructor(message: string, options?: ErrorOptions) {
    super(message, exitCodes.usage, options);
  }
}

/** There is no server to talk to, or no longer. Exit code 3. */
export class ConnectionFailure extends TesterError {
  override readonly name = 'ConnectionFailure';

  constructor(message: string, options?: ErrorOptions) {
    super(message, exitCodes.connection, options);
  }
}

import type { Redactor } from '../connection/redactor.js';
import type { GlobalOptions } from '../options/global-options.js';
import type { Output } from '../terminal/output.js';

/** What a command is run with. */
export interface CommandContext {
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly redactor: Redactor;
  /** Aborted by Ctrl-C, SIGTERM, or when nobody reads the output any more. */
  readonly signal: AbortSignal;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where scripts and `mcp-tester.yml` are looked for. */
  readonly folder: string;
}

import type { Writable } from 'node:stream';
import { safe } from './style.js';

/** As much may wait for the reader of stderr. */
const maxWaitingBytes = 16 * 1024 * 1024;

export interface OutputOptions {
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Applied to all that is written. */
  readonly redact: (text: string) => string;
  /** GitHub Actions reads the output: a line of somebody else's must not be taken for one of its commands. */
  readonly isInActions: boolean;
  /** Called once, when whoever reads stdout has gone. */
  readonly onReaderGone: () => void;
}

/**
 * All that the process writes. What a server has put into it is shown and never obeyed (`safe`). Nothing is lost at the end (`flushed`), nothing blocks on a reader that is slow, and a
 * reader that has gone (`| head -1`) is no error.
 */
export class Output {
  readonly #options: OutputOptions;
  #isReaderGone = false;
  #guardsCommands: boolean;
  #lostBy: Error | undefined;
  #leftOut = 0;

  constructor(options: OutputOptions) {
    this.#options = options;
    this.#guardsCommands = options.isInActions;
    options.stdout.on('error', (error: NodeJS.ErrnoException) => this.#stdoutFailed(error));
    // Nobody has to read stderr.
    options.stderr.on('error', () => {});
  }

  /** Why what was written to stdout is lost, a full disk for example; a reader that has gone is no loss. */
  get lostBy(): Error | undefined {
    return this.#lostBy;
  }

  get isReaderGone(): boolean {
    return this.#isReaderGone;
  }

  /** Results, on stdout. A line feed is added. */
  print(text: string): void {
    this.write(`${text}\n`);
  }

  /** The same without a line feed. */
  write(text: string): void {
    if (!this.#isReaderGone) this.#options.stdout.write(this.#shown(text));
  }

  /** Commands of GitHub Actions, on stdout. */
  writeCommands(text: string): void {
    if (!this.#isReaderGone) this.#options.stdout.write(safe(this.#options.redact(text)));
  }

  /** From now on as in GitHub Actions. */
  guardCommands(): void {
    this.#guardsCommands = true;
  }

  /**
   * What is said about the run, on stderr. A line feed is added. Where its reader is so slow that much is waiting
   * already, it is left out and counted: a server can say more than anybody reads.
   */
  note(text: string): void {
    const { stderr } = this.#options;
    if (stderr.writableLength > maxWaitingBytes) {
      this.#leftOut++;
      return;
    }
    if (this.#leftOut > 0) stderr.write(`(${this.#leftOut} lines were left out: they were read too slowly)\n`);
    this.#leftOut = 0;
    stderr.write(`${this.#shown(text)}\n`);
  }

  /** Resolves when the system has taken everything, or nobody reads it any more. */
  async flushed(): Promise<void> {
    await Promise.all([drained(this.#options.stdout), drained(this.#options.stderr)]);
  }

  // The runner looks for commands at the beginning of a line, blanks apart.
  #shown(text: string): string {
    const redacted = safe(this.#options.redact(text));
    return this.#guardsCommands ? redacted.replaceAll(/^([ \t]*)(?=::|##\[)/gm, '$1\u200b') : redacted;
  }

  #stdoutFailed(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EPIPE') this.#lostBy ??= error;
    if (this.#isReaderGone) return;
    this.#isReaderGone = true;
    this.#options.onReaderGone();
  }
}

async function drained(stream: Writable): Promise<void> {
  while (!stream.destroyed && stream.writableLength > 0) {
    await new Promise<void>((resolve) => {
      stream.write('', () => resolve());
      stream.once('close', resolve);
    });
  }
}

import type { CommandContext } from './command-context.js';
import type { OpenOptions } from '../connection/open-connection.js';
import { LineReader } from '../suite/line-reader.js';
import type { View } from '../watch/view.js';
import { CallAnswers, type AnswerFlags } from '../asking/call-answers.js';

/** The questions of one command: answered from its options, and at the terminal where there is one. */
export class Asking {
  readonly answers: CallAnswers;
  /** How a person is told who asks. */
  serverName = 'that is being connected to';
  readonly #lines = new LineReader(process.stdin);
  #view: View | undefined;

  /** Throws `UsageError`. */
  constructor({ options, output }: CommandContext, flags: AnswerFlags) {
    const say = (text: string): void => {
      if (this.#view) this.#view.aside(() => output.note(text));
      else output.note(text);
    };
    // Both: what is asked on one must be read where it is answered.
    const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
    this.answers = new CallAnswers(flags, {
      person: isTerminal
        ? { say, forget: (signal) => this.#lines.forget(signal), readLine: (signal) => this.#lines.next(signal) }
        : undefined,
      serverName: () => this.serverName,
      note: say,
      tell: options.verbose > 0 ? say : () => {},
    });
  }

  /** What the connection may be asked. */
  open(view: View): Pick<OpenOptions, 'capabilities' | 'onRequest'> {
    this.#view = view;
    return { capabilities: this.answers.queue.capabilities, onRequest: this.answers.handlers };
  }

  /** Nothing is read any more: the process may end. */
  close(): void {
    this.#lines.close();
  }
}

import {
  AnswerQueue,
  elicitationText,
  InvalidAnswer,
  samplingText,
  UnacceptableQuestion,
  type AskedQuestion,
  type RequestHandler,
} from '@mcpfusion/client';
import { inputMethods } from '@mcpfusion/protocol';
import { exitCodes } from '../exit/exit-code.js';
import { TesterError, UsageError } from '../exit/tester-error.js';
import { oneLine } from '../terminal/visible.js';
import { askPerson } from './ask-person.js';
import type { Person } from './person.js';
import { readAnswer } from './read-answer.js';
import { readRoot } from './read-root.js';

export interface AnswerFlags {
  readonly elicit?: readonly string[];
  readonly sample?: readonly string[];
  readonly root?: readonly string[];
}

export interface CallAnswersOptions {
  /** Undefined: nobody can be asked, so what has no answer is declined. */
  readonly person: Person | undefined;
  readonly serverName: () => string;
  /** What the user of the command is told in any case. */
  readonly note: (text: string) => void;
  /** Each question and its answer. */
  readonly tell: (text: string) => void;
}

/** What `call` answers: first what stands on the command line, then what a person says. */
export class CallAnswers {
  readonly queue: AnswerQueue;
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  readonly #options: CallAnswersOptions;
  /** One question is asked after the other. */
  #turn: Promise<unknown> = Promise.resolve();
  readonly #failed = new AbortController();
  #failure: TesterError | undefined;

  /** Throws `UsageError`. */
  constructor({ elicit = [], sample = [], root = [] }: AnswerFlags, options: CallAnswersOptions) {
    this.#options = options;
    this.queue = new AnswerQueue({ model: 'mcp-tester', onEmpty: (question) => this.#ask(question) });
    for (const word of elicit) this.queue.elicit(readAnswer('--elicit', word));
    for (const text of sample) this.queue.reply(text);
    for (const uri of root) this.queue.addRoot({ uri: readRoot('--root', uri) });
    this.handlers = Object.fromEntries(
      Object.entries(this.queue.handlers).map(([method, answer]) => [method, this.#told(method, answer)]),
    );
  }

  /** Fires when a server asks on, though a question could not be answered and it was told (2025). */
  get signal(): AbortSignal {
    return this.#failed.signal;
  }

  /** Throws the reason why a question could not be answered. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Says what was given for questions that did not come. */
  noteUnused(): void {
    const { elicitations, replies } = this.queue.leftOver;
    if (elicitations > 0) this.#options.note(`${elicitations} --elicit not asked for.`);
    if (replies > 0) this.#options.note(`${replies} --sample not asked for.`);
  }

  #told(method: string, answer: RequestHandler): RequestHandler {
    return async (params, context) => {
      if (this.#failure) {
        this.#failed.abort('a question could not be answered');
        throw this.#failure;
      }
      const text = method === inputMethods.sample ? samplingText(params) : elicitationText(params);
      this.#options.tell(`asked     ${method} ${oneLine(text, 500)}`);
      try {
        const given = await answer(params, context);
        this.#options.tell(`answered  ${method} ${oneLine(JSON.stringify(given), 500)}`);
        return given;
      } catch (error) {
        if (context.signal.aborted) throw error;
        const failure = toFailure(error);
        if (failure instanceof TesterError) {
          this.#failure ??= failure;
        }
        throw failure;
      }
    };
  }

  #ask(question: AskedQuestion): object | Promise<object> {
    const { person, serverName, note } = this.#options;
    if (question.method === inputMethods.sample) {
      throw new TesterError('The server asks for a model, and there is no --sample left to answer.', exitCodes.failed);
    }
    if (!person) {
      note(
        `Declined, as there is no --elicit left and nobody to ask: ${oneLine(elicitationText(question.params), 500)}`,
      );
      return { action: 'decline' };
    }
    const asked = this.#turn.then(() => {
      question.context.signal.throwIfAborted();
      return askPerson(person, serverName(), question);
    });
    this.#turn = asked.catch(() => {});
    return asked;
  }
}

/** Whose fault it is decides the exit code: that of the answer, or that of the question. */
function toFailure(error: unknown): unknown {
  if (error instanceof InvalidAnswer) return new UsageError(`--elicit: ${error.message}`, { cause: error });
  if (error instanceof UnacceptableQuestion) return new TesterError(error.message, exitCodes.failed, { cause: error });
  return error;
}

import { inputMethods, type Capabilities, type Params } from '@mcpfusion/protocol';
import { RpcFailure } from '../errors.js';
import type { RequestHandler, ServerRequestContext } from '../server-requests.js';
import { UnacceptableQuestion, whyUnacceptable } from './acceptable.js';
import { checkAnswer } from './check-answer.js';

/** A user's answer to an elicitation. */
export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content?: Params }
  | { readonly action: 'decline' | 'cancel' };

export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** What a server has asked for. */
export interface AskedQuestion {
  readonly method: string;
  readonly params: Params;
  readonly context: ServerRequestContext;
}

export interface AnswerQueueOptions {
  /**
   * Answers where nothing is queued, or throws. By default an elicitation is declined and a model is not there: what
   * nobody has allowed is never accepted.
   */
  readonly onEmpty?: (question: AskedQuestion) => object | Promise<object>;
  /** Told of each question before it is answered. */
  readonly onAsked?: (question: AskedQuestion) => void;
  /** Told of each elicitation that takes a queued answer, before that is looked at. */
  readonly onTaken?: (question: AskedQuestion, answer: ElicitAnswer) => void;
  /** How the replies of a model name it. */
  readonly model?: string;
}

/** Source: 2025-11-25, Sampling, Error Handling: the code of a request that the user has rejected. */
const rejectedCode = -1;

/**
 * Answers that are known before the questions are: given out in order, the same in both eras. `handlers` and
 * `capabilities` go into `ConnectOptions`.
 */
export class AnswerQueue {
  /** Form and URL, a model, roots that change. */
  readonly capabilities: Capabilities = Object.freeze({
    elicitation: { form: {}, url: {} },
    sampling: {},
    roots: { listChanged: true },
  });
  readonly handlers: Readonly<Record<string, RequestHandler>>;
  readonly #options: AnswerQueueOptions;
  readonly #elicitations: ElicitAnswer[] = [];
  readonly #replies: string[] = [];
  readonly #roots: Root[] = [];

  constructor(options: AnswerQueueOptions = {}) {
    this.#options = options;
    this.handlers = Object.freeze(
      Object.fromEntries(
        Object.values(inputMethods).map((method): [string, RequestHandler] => [
          method,
          async (params, context) => checkGiven(method, params, await this.#answer({ method, params, context })),
        ]),
      ),
    );
  }

  /** What nobody has asked for yet. */
  get leftOver(): { readonly elicitations: number; readonly replies: number } {
    return { elicitations: this.#elicitations.length, replies: this.#replies.length };
  }

  get roots(): readonly Root[] {
    return this.#roots;
  }

  /** Answers the next elicitation that finds no earlier answer. */
  elicit(answer: ElicitAnswer): void {
    this.#elicitations.push(answer);
  }

  /** What the model says next. */
  reply(text: string): void {
    this.#replies.push(text);
  }

  /** Given with every list. In 2025 the server is told with `notifications/roots/list_changed`, by whoever adds it. */
  addRoot(root: Root): void {
    this.#roots.push(root);
  }

  #answer(question: AskedQuestion): object | Promise<object> {
    this.#options.onAsked?.(question);
    const { method } = question;
    if (method === inputMethods.listRoots) return { roots: [...this.#roots] };
    const answer = method === inputMethods.elicit ? this.#nextElicitation(question) : this.#nextReply();
    return answer ?? (this.#options.onEmpty ?? refuse)(question);
  }

  #nextElicitation(question: AskedQuestion): object | undefined {
    const answer = this.#elicitations.shift();
    if (answer) this.#options.onTaken?.(question, answer);
    return answer;
  }

  #nextReply(): object | undefined {
    const text = this.#replies.shift();
    if (text === undefined) return undefined;
    const { model = 'none' } = this.#options;
    return { role: 'assistant', content: { type: 'text', text }, model, stopReason: 'endTurn' };
  }
}

/** What is accepted unseen, or by a script, is looked at all the more. */
function checkGiven(method: string, params: Params, answer: object): object {
  const isAccepted = method === inputMethods.elicit && (answer as Params)['action'] === 'accept';
  const problem = isAccepted ? whyUnacceptable(params) : undefined;
  if (problem === undefined) return checkAnswer(method, params, answer);
  throw new UnacceptableQuestion(`The server asks what cannot be accepted: ${problem}.`);
}

function refuse({ method }: AskedQuestion): object {
  if (method === inputMethods.elicit) return { action: 'decline' };
  throw new RpcFailure({ code: rejectedCode, message: 'There is no model to ask.' });
}

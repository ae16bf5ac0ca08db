import {
  AnswerQueue,
  CallCancelled,
  elicitationText,
  InvalidAnswer,
  UnacceptableQuestion,
  type AskedQuestion,
  type ElicitAnswer,
  type RequestHandler,
} from '@mcpfusion/client';
import { inputMethods, type Capabilities, type Params, type RequestId } from '@mcpfusion/protocol';
import type { CallInput } from '../calls/call-input.js';
import { CommandFailure, scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';

/** How the script takes part in a connection. */
export interface ScriptInput {
  readonly capabilities: Capabilities;
  readonly onRequest: Readonly<Record<string, RequestHandler>>;
}

/** The answers that a script has queued: the same ones for all its connections and both eras. */
export class ScriptAnswers {
  readonly queue = new AnswerQueue({
    model: 'mcp-tester',
    onEmpty: refuse,
    onTaken: ({ context }, answer) => void this.#taken.set(context, this.#places.get(answer)),
  });
  /** Where each answer was queued, and where the one that a question has taken. */
  readonly #places = new WeakMap<object, string>();
  readonly #taken = new WeakMap<object, string | undefined>();
  readonly #inputs = new Map<RequestId, CallInput>();

  /** `place`: where the script says so. */
  elicit(answer: ElicitAnswer, place: string): void {
    this.#places.set(answer, place);
    this.queue.elicit(answer);
  }

  /** 2025: questions are requests of the server. */
  get connectInput(): ScriptInput {
    const { capabilities } = this.queue;
    const onRequest = this.#handlers(({ callIds }) => {
      const inputs = callIds.map((id) => this.#inputs.get(id)).filter((input) => input !== undefined);
      for (const input of inputs) input.rounds++;
      return inputs;
    });
    return { capabilities, onRequest };
  }

  /** 2026: questions stand in the results of a call. */
  handlersFor(input: CallInput): Readonly<Record<string, RequestHandler>> {
    return this.#handlers(() => [input]);
  }

  /** Questions to the request of that id are questions of the call, until the function that this gives is called. */
  follow(id: RequestId, input: CallInput): () => void {
    this.#inputs.set(id, input);
    return () => {
      if (this.#inputs.get(id) === input) this.#inputs.delete(id);
    };
  }

  /** What was queued and never asked for, in words; undefined where there is nothing. */
  get unused(): string | undefined {
    const { elicitations, replies } = this.queue.leftOver;
    const counts = [
      ...(elicitations > 0 ? [`${elicitations} elicit_response`] : []),
      ...(replies > 0 ? [`${replies} sample_response`] : []),
    ];
    return counts.length === 0 ? undefined : `${counts.join(' and ')} queued but never asked for`;
  }

  #handlers(inputsOf: (context: AskedQuestion['context']) => readonly CallInput[]): Record<string, RequestHandler> {
    return Object.fromEntries(
      Object.entries(this.queue.handlers).map(([method, answer]): [string, RequestHandler] => [
        method,
        async (params, context) => {
          const inputs = inputsOf(context);
          for (const input of inputs) input.add({ method, params, context });
          for (const { failure } of inputs) if (failure !== undefined) throw failure;
          // Whoever was told may have given the call up: then the answer stays in the queue, and none is sent.
          if (inputs.some(({ isGivenUp }) => isGivenUp)) throw await abortOf(context.signal);
          try {
            return await answer(params, context);
          } catch (error) {
            const failure = toFailure(error, params, this.#taken.get(context));
            for (const input of inputs) input.fail(failure);
            throw failure;
          }
        },
      ]),
    );
  }
}

/** Whose fault it is: that of the script, or that of the server. */
function toFailure(error: unknown, params: Params, place: string | undefined): unknown {
  if (error instanceof InvalidAnswer) {
    const whose = place === undefined ? '' : `; the answer of ${place} to ${quoted(elicitationText(params))}`;
    return scriptError(`elicit_response: ${error.message}${whose}`);
  }
  if (error instanceof UnacceptableQuestion) return new CommandFailure('other', error.message, { cause: error });
  return error;
}

async function abortOf(signal: AbortSignal): Promise<CallCancelled> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  return new CallCancelled(signal.reason);
}

function refuse({ method, params }: AskedQuestion): never {
  if (method === inputMethods.elicit) {
    throw new CommandFailure('other', `no elicit_response queued for ${quoted(elicitationText(params))}`);
  }
  throw new CommandFailure('other', 'no sample_response queued, and the server asks for one');
}

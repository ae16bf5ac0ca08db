import {
  codecs,
  encodeRequest,
  errorCodes,
  inputMethods,
  isUrlRequest,
  methods,
  missingCapabilities,
  needsOf,
  type CancelledParams,
  type InputNeed,
  type InputRequest,
  type InputRequests,
  type RpcError,
} from '@mcpfusion/protocol';
import type { Cancellation } from '../call/cancellation.js';
import { FusionError, InputUnsupported, type CancelledError } from '../errors.js';
import type { LiveAsks } from '../input/asks.js';
import { startTimer } from '../timer.js';
import type { MethodCall } from './method-call.js';

type IsEnough = (key: string, response: unknown) => boolean;

/**
 * Asks the client of a session while the call waits: each question is a request on the call's own stream, and an
 * answer may come on any.
 *
 * Source: 2025-11-25, Elicitation; Streamable HTTP, Sending Messages.
 */
export class SessionAsks implements LiveAsks {
  readonly kind = 'live';
  readonly #of: MethodCall;
  #rounds = 0;

  constructor(of: MethodCall) {
    this.#of = of;
  }

  checkNeeds(needs: readonly InputNeed[]): void {
    const { exchange } = this.#of;
    const missing = missingCapabilities(needs, exchange.envelope.clientCapabilities);
    if (missing) throw unsupported(missing);
    if (needs.length > 0 && !exchange.canAsk) throw noChannel();
  }

  checkRequests(requests: InputRequests): void {
    this.checkNeeds(Object.values(requests).flatMap(needsOf) as InputNeed[]);
    for (const request of Object.values(requests)) this.#project(request);
  }

  countRound(): void {
    const { maxRounds } = this.#of.server.inputs;
    if (++this.#rounds > maxRounds) throw tooManyRounds(maxRounds);
  }

  ask(requests: InputRequests, cancellation: Cancellation, isEnough: IsEnough): Promise<Record<string, unknown>> {
    return new Promise((resolve, reject) => {
      const answers: Record<string, unknown> = {};
      const open = new Set<() => void>();
      const end = (done: () => void): void => {
        for (const takeBack of open) takeBack();
        done();
      };
      for (const [key, request] of Object.entries(requests)) {
        const takeBack = this.#askOne(request, cancellation, {
          onAnswer: (response) => {
            open.delete(takeBack);
            answers[key] = response;
            if (open.size === 0 || isEnough(key, response)) end(() => resolve(answers));
          },
          onFailure: (error) => {
            open.delete(takeBack);
            end(() => reject(error));
          },
        });
        open.add(takeBack);
      }
    });
  }

  /** Gives what takes the question back. */
  #askOne(request: InputRequest, cancellation: Cancellation, to: QuestionHost): () => void {
    const { server, exchange, arrival } = this.#of;
    const { questions } = arrival.peer;
    const { method, params } = this.#project(request);
    const { timeoutMs } = server.inputs;
    const close = (): void => {
      clearTimeout(timer);
      cancellation.unlisten(listener);
      exchange.forget(takeBack);
    };
    const takeBack = (reason?: string): void => {
      if (!questions.close(id)) return;
      exchange.notify(methods.cancelled, {
        requestId: id,
        ...(reason === undefined ? {} : { reason }),
      } satisfies CancelledParams);
      close();
    };
    const listener = {
      onCancel: (reason: CancelledError): void => {
        takeBack(reason.message);
        to.onFailure(reason);
      },
    };
    const id = questions.open(({ result, error }) => {
      close();
      if (!error) return to.onAnswer(result);
      // How a user's refusal to sample is told. Source: 2025-11-25, Sampling, Error Handling.
      if (error.code === -1) return to.onFailure(new FusionError('INPUT_DECLINED', 'The user declined.'));
      to.onFailure(failed(method, error));
    });
    const timer = startTimer(() => {
      takeBack('Nobody answered in time.');
      to.onFailure(new FusionError('INPUT_TIMEOUT', `Nobody answered within ${timeoutMs / 1_000} s.`));
    }, timeoutMs);
    exchange.remember(takeBack);
    exchange.send(method, params, (given) => encodeRequest(id, method, given));
    cancellation.listen(listener);
    return takeBack;
  }

  #project(request: InputRequest): InputRequest {
    const { era, envelope } = this.#of.exchange;
    const known = codecs[era].inputRequest(request, envelope.protocolVersion);
    if (!known)
      throw new InputUnsupported(`The client speaks ${envelope.protocolVersion}, which has no such question.`);
    if (!isUrlRequest(known)) return known;
    return { ...known, params: { ...known.params, elicitationId: crypto.randomUUID() } };
  }
}

interface QuestionHost {
  onAnswer(response: unknown): void;
  onFailure(error: FusionError): void;
}

export function unsupported(missing: object): InputUnsupported {
  return new InputUnsupported(
    `ELICITATION_UNSUPPORTED: the tool must ask, and the client does not declare ${JSON.stringify(missing)}.`,
    missing,
  );
}

export function tooManyRounds(maxRounds: number): FusionError {
  return new FusionError('INPUT_ROUNDS_EXCEEDED', `The tool asked ${maxRounds} times and was about to ask again.`);
}

function noChannel(): InputUnsupported {
  return new InputUnsupported(
    'ELICITATION_UNSUPPORTED: the tool must ask, and there is no channel to the client: its answer is one JSON object, or its stream is closed.',
  );
}

function failed(method: string, { code, message }: RpcError): FusionError {
  if (code === errorCodes.methodNotFound)
    return new InputUnsupported(`ELICITATION_UNSUPPORTED: the client declares ${method} and does not know it.`);
  const who = method === inputMethods.elicit ? 'ask its user' : `answer ${method}`;
  return new FusionError('INPUT_FAILED', `The client could not ${who}: ${message} (${code}).`);
}

import type { Frame } from '@mcpfusion/client';
import { inputMethods, isObject, type Era, type Params } from '@mcpfusion/protocol';
import type { Observer } from '../passive-check.js';
import { onServerRequest } from './observe.js';
import { onInputRequired } from './on-input-required.js';

export interface QuestionSeen {
  readonly era: Era;
  readonly params: Params;
  /** Those that show it, oldest first. */
  readonly frames: readonly (Frame | undefined)[];
  /** 2026: the request in whose result it stands. */
  readonly about: object | undefined;
}

/** A question of one kind: in 2025 a request of the server, in 2026 a part of a result. */
export function onQuestion(wanted: string, see: (seen: QuestionSeen) => void): Observer {
  const inSession = onServerRequest(({ frame, traffic: { session }, message: { method, params } }) => {
    if (method !== wanted || !session.initialize) return;
    see({ era: '2025-11-25', params, frames: [frame], about: undefined });
  });
  const inResult = onInputRequired(({ frame, result: { inputRequests }, request }) => {
    for (const asked of Object.values(isObject(inputRequests) ? inputRequests : {})) {
      if (!isObject(asked) || asked['method'] !== wanted) continue;
      const params = isObject(asked['params']) ? asked['params'] : {};
      see({ era: '2026-07-28', params, frames: [request.frame, frame], about: request });
    }
  });
  return (frame, traffic) => {
    inSession(frame, traffic);
    inResult(frame, traffic);
  };
}

/** A question to the user. */
export function onElicitation(see: (seen: QuestionSeen) => void): Observer {
  return onQuestion(inputMethods.elicit, see);
}

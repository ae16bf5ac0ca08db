import { isObject } from '../json.js';
import type { Params } from '../json-rpc.js';
import { readContent, type FormContent, type FormIssue } from './form-content.js';
import { inputMethods, isUrlRequest, type InputRequest } from './input-request.js';

/** A user's answer: what an accepted form holds, or that there is none. */
export interface ElicitResponse {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Of an accepted form, checked. */
  readonly content?: FormContent;
}

/** The client's answer to one question: to elicitation an action, otherwise the result of its method. */
export type InputResponse = ElicitResponse | Params;

export type ReadResponse =
  | { readonly kind: 'answered'; readonly response: InputResponse }
  | { readonly kind: 'refused'; readonly response: ElicitResponse }
  /** An accepted form without content, or with one that breaks its schema. */
  | { readonly kind: 'incomplete'; readonly issues: readonly FormIssue[] }
  /** No answer to such a question at all. */
  | { readonly kind: 'malformed'; readonly message: string };

/**
 * A client's answer against its question. The content of a refusal, and of a URL that was accepted, is ignored.
 *
 * Source: 2026-07-28, Multi Round-Trip Requests, Error Handling; Elicitation, Response Actions.
 */
export function readResponse(request: InputRequest, response: unknown): ReadResponse {
  if (!isObject(response)) return malformed('expected an object');
  if (request.method === inputMethods.elicit) return readElicit(request, response);
  // Readers tell answers of users by their action.
  const { action: _, ...result } = response;
  if (request.method === inputMethods.listRoots) {
    const { roots } = response;
    const isFine = Array.isArray(roots) && roots.every((root) => isObject(root) && typeof root['uri'] === 'string');
    return isFine ? { kind: 'answered', response: result } : malformed('expected roots to be a list of { uri }');
  }
  const { role, content } = response;
  const isFine = typeof role === 'string' && (isObject(content) || Array.isArray(content));
  return isFine ? { kind: 'answered', response: result } : malformed('expected a message with role and content');
}

function readElicit(request: Extract<InputRequest, { method: 'elicitation/create' }>, response: Params): ReadResponse {
  const { action, content } = response;
  if (action === 'decline' || action === 'cancel') return { kind: 'refused', response: { action } };
  if (action !== 'accept') return malformed('expected action to be accept, decline or cancel');
  if (isUrlRequest(request)) return { kind: 'answered', response: { action } };
  const read = readContent(request.params.requestedSchema, content);
  return 'issues' in read
    ? { kind: 'incomplete', issues: read.issues }
    : { kind: 'answered', response: { action, content: read.content } };
}

function malformed(message: string): ReadResponse {
  return { kind: 'malformed', message };
}

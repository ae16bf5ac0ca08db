import { isObject, own, type InputRequests, type InputResponse, type JsonValue } from '@mcpfusion/protocol';

import { setupError } from '../errors.js';
import type { JournalEntry, RecordedError } from './journal-entry.js';

/**
 * What a call knows of its questions, from its first round to its last. JSON can
 * carry it: in 2026-07-28 it travels, sealed, through the client.
 */
export interface CallMemory {
  /** The latest answer to each field of forms that were asked alone; `null` for one that was left out. */
  readonly fields: Record<string, unknown>;
  /** The latest answer to each question, by key. */
  readonly responses: Record<string, InputResponse>;
  /** What the handler put there to have it again. */
  state?: unknown;
  /** Questions without an answer. */
  pending: InputRequests;
  /** The user said no, and the tool wants to hear no more of it. */
  refused?: 'decline' | 'cancel';
  /** Of the calls inside this one that may ask: by number and name. */
  readonly children: Record<string, CallMemory>;
  /** The handler wants to be run after a refusal, too. */
  readonly reenters?: true;
  /** Of a call inside another: its arguments, in canonical JSON. */
  readonly args?: string;
  /** Of a call inside another that is over: what it gave. It is not run again. */
  readonly done?: { readonly value?: JsonValue };
  /** Of a generator: what it has done by `yield*`, in order. */
  journal?: JournalEntry[];
  /** The question at which a generator was left, by `nameOf` it. */
  asked?: string;
  /** Where it waits for visits to end: their ids, by the key of the question. */
  visits?: Readonly<Record<string, string>>;
  /** How often its client has come before they ended. */
  waits?: number;
  /** Why its question cannot be put once more. */
  failed?: RecordedError;
  /** Of the call, the same in each round: its steps are told by it. */
  id?: string;
  /** How its questions were answered, in short. */
  branch?: string;
  /** The highest progress of earlier rounds. */
  reported?: number;
}

export function createMemory(reenters: boolean, args?: string): CallMemory {
  const facts = { ...(reenters ? { reenters: true as const } : {}), ...(args === undefined ? {} : { args }) };
  return { fields: {}, responses: {}, pending: {}, children: {}, ...facts };
}

/** The answer to a field of a form that was asked alone, or to a question that was asked under this key. */
export function answerTo(memory: CallMemory, name: string): JsonValue | undefined {
  const field = own(memory.fields, name);
  if (field !== undefined && field !== null) return field as JsonValue;
  const answer = answerUnder(memory, name);
  const { action } = (own(memory.responses, name) ?? {}) as { action?: unknown };
  if (action === 'accept' && isObject(answer) && Object.hasOwn(answer, name)) {
    // Whoever means the field would take the form for it, which is true whatever the field says.
    throw setupError(
      `Expected readInput('${name}', fields): '${name}' is the key of a form and a field in it. inputResponse('${name}') gives all of it.`,
    );
  }
  return answer;
}

/** The answer to a question that was asked under this key. */
export function answerUnder({ responses }: CallMemory, key: string): JsonValue | undefined {
  const response = own(responses, key) as InputResponse | undefined;
  if (!response || response['action'] === 'decline' || response['action'] === 'cancel') return undefined;
  // A form's content; of a URL, that it was accepted; of the rest, all there is.
  if (response['action'] === 'accept') return ('content' in response ? response['content'] : true) as JsonValue;
  return response as JsonValue;
}

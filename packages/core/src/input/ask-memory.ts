import { isFormRequest, isObject, own, readResponse, type InputRequest, type InputRequests } from '@mcpfusion/protocol';
import { FusionError, InputRefusedError } from '../errors.js';
import type { CallMemory } from '../handler/call-memory.js';
import type { RecordedError } from '../handler/journal-entry.js';
import { isAskKey, singleKey, type InputRequired } from '../handler/require-input.js';
import { strictJson } from '../handler/strict-json.js';

/** Keeps what a handler asks. The state is copied as JSON, so that it looks the same in both revisions. Throws for what JSON cannot carry. */
export function rememberAsked(memory: CallMemory, { inputRequests, state }: InputRequired): void {
  if (state !== undefined) memory.state = JSON.parse(strictJson(state, 'the state of requireInput() to be'));
  memory.pending = inputRequests;
}

/** Whether this answer ends the call, whatever the others say: a refusal, unless the handler wants to hear of it, and what is no answer. */
export function isEnding({ pending, reenters }: CallMemory, key: string, response: unknown): boolean {
  const request = pending[key];
  if (!request) return false;
  const { kind } = readResponse(request, response);
  return kind === 'malformed' || (kind === 'refused' && (!reenters || isAskKey(key)));
}

/**
 * Takes answers into the memory, by the keys that `openQuestions` has given. What is left in `pending` was not answered, or not as its form demands. Throws
 * `INPUT_FAILED` for what is no answer.
 */
export function takeAnswers(memory: CallMemory, responses: Readonly<Record<string, unknown>>, prefix = ''): void {
  const open: [string, InputRequest][] = [];
  let isOver = false;
  for (const [key, request] of Object.entries(memory.pending)) {
    const response = own(responses, prefix + key);
    const read = response === undefined ? missing : readResponse(request, response);
    switch (read.kind) {
      case 'malformed':
        throw new FusionError('INPUT_FAILED', `The answer to "${prefix}${key}" is none: ${read.message}.`);
      case 'incomplete':
        open.push([key, request]);
        break;
      case 'refused':
        memory.responses[key] = read.response;
        // To a generator a refusal is thrown, and one is enough.
        isOver ||= isAskKey(key);
        if (isAskKey(key)) break;
        noteFields(memory, key, request, undefined);
        if (!memory.reenters) memory.refused ??= read.response.action as 'decline' | 'cancel';
        break;
      case 'answered':
        memory.responses[key] = read.response;
        noteFields(memory, key, request, read.response['content']);
    }
  }
  memory.pending = isOver ? {} : Object.fromEntries(open);
  for (const [name, child] of Object.entries(memory.children)) takeAnswers(child, responses, `${prefix}${name}/`);
}

/** The same for a call's own questions, before they were put: what is no answer is left alone, and no visit is over. */
export function takeWellFormed(memory: CallMemory, responses: Readonly<Record<string, unknown>>): void {
  const wellFormed = Object.entries(memory.pending).filter(([key, request]) => {
    const response = own(responses, key);
    const isVisit = memory.visits !== undefined && Object.hasOwn(memory.visits, key);
    return response !== undefined && !isVisit && readResponse(request, response).kind !== 'malformed';
  });
  takeAnswers(memory, Object.fromEntries(wellFormed.map(([key]) => [key, responses[key]])));
}

/** What was answered before to a form that is answered anew, or refused now (no content), must not pass for an answer. */
function noteFields({ fields }: CallMemory, key: string, request: InputRequest, content: unknown): void {
  if (key !== singleKey || !isFormRequest(request)) return;
  for (const name of Object.keys(request.params.requestedSchema.properties)) {
    if (isObject(content)) fields[name] = own(content, name) ?? null;
    else delete fields[name];
  }
}

const missing = { kind: 'incomplete' } as const;

/**
 * Takes the open questions of generators back: they are told of the error where they asked. False: something was asked
 * by return, where nobody can be told; then nothing has changed.
 */
export function failAsked(memory: CallMemory, error: RecordedError): boolean {
  const asking = withOpen(memory);
  if (!asking.every(({ asked }) => asked !== undefined)) return false;
  for (const one of asking) {
    one.pending = {};
    one.failed = error;
  }
  return true;
}

function withOpen(memory: CallMemory): CallMemory[] {
  const inner = Object.values(memory.children).flatMap(withOpen);
  return hasAny(memory.pending) ? [memory, ...inner] : inner;
}

/** Every open question of a call and of those inside it, by the key that the client sees. */
export function openQuestions(memory: CallMemory, prefix = ''): InputRequests {
  const here = Object.entries(memory.pending).map(([key, request]) => [prefix + key, request] as const);
  const inner = Object.entries(memory.children).flatMap(([name, child]) =>
    Object.entries(openQuestions(child, `${prefix}${name}/`)),
  );
  return Object.fromEntries([...here, ...inner]);
}

/** Whether a call, or one inside it, has an open question. */
export function hasOpen({ pending, children }: CallMemory): boolean {
  return hasAny(pending) || Object.values(children).some(hasOpen);
}

export function hasAny(requests: InputRequests): boolean {
  return Object.keys(requests).length > 0;
}

export function refusalError(action: 'decline' | 'cancel'): FusionError {
  return new InputRefusedError(action);
}

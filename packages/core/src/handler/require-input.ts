import {
  inputMethods,
  isObject,
  type FieldSchema,
  type FormRequest,
  type FormSchema,
  type InputRequest,
  type InputRequests,
  type Params,
} from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import type { AskFields } from './ask-fields.js';
import { inputBrand, isField, isInputRequired } from './input-brands.js';
import { secretIn } from './secret-names.js';
import { strictJson } from './strict-json.js';

/** What a handler returns to ask its user. It is run again with the answers. Made by `requireInput`. */
export interface InputRequired {
  readonly [inputBrand]: true;
  readonly inputRequests: InputRequests;
  /** Undefined: that of the round before stays. */
  readonly state: unknown;
}

/** The key of a question that was asked alone. */
export const singleKey = 'input';

/** The key that `yield* ask…` asks under: `ask-2`, `ask-3.who`. Unique in its call, and the same in every round. */
export function askKey(ordinal: number, key: string): string {
  return key === '' ? `ask-${ordinal}` : `ask-${ordinal}.${key}`;
}

export function isAskKey(key: string): boolean {
  return /^ask-\d+(\.|$)/.test(key);
}

export interface InputRequiredOptions {
  /** Questions that are asked together, by a key of your choice; each made by `requireInput.elicit` and the like. */
  readonly inputRequests: Readonly<Record<string, InputRequired>>;
  /** What JSON can carry and the handler needs again; `readRequestState()` gives it back. The client cannot read or change it. */
  readonly state?: unknown;
}

/** Source: 2026-07-28, Sampling, Creating Messages. */
export interface SamplingParams {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: unknown }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly [member: string]: unknown;
}

/**
 * Asks before going on: return what it gives, and the handler is run again, from its top, with the answers.
 *
 *     const ok = readInput('ok');
 *     if (!ok) return requireInput.elicit('Delete it?', { ok: ask.boolean('Delete') });
 *
 * Throws `SETUP` for what no client could be asked. Source: 2026-07-28, Multi Round-Trip Requests.
 */
export const requireInput = Object.freeze(
  Object.assign(several, {
    /** Asks the user to fill in a form. */
    elicit: (message: string, fields: AskFields): InputRequired =>
      single({
        method: inputMethods.elicit,
        params: { message: checkMessage(message), requestedSchema: toFormSchema(fields) },
      }),
    /** Asks the user to visit a page, where secrets may be asked for. Its answer is consent: the visit comes after it. */
    url: (message: string, url: string | URL): InputRequired =>
      single({
        method: inputMethods.elicit,
        params: { mode: 'url', message: checkMessage(message), url: checkUrl(url) },
      }),
    /** Asks the client's model. @deprecated Since 2026-07-28: call a model of your own. */
    sampling: (params: SamplingParams): InputRequired =>
      single({ method: inputMethods.sample, params: checkSampling(params) }),
    /** Asks where the client lets its servers work. @deprecated Since 2026-07-28: take paths as arguments. */
    roots: (): InputRequired => single({ method: inputMethods.listRoots, params: {} }),
  }),
);

function several(options: InputRequiredOptions): InputRequired {
  const { inputRequests, state } = isObject(options) ? options : ({} as Partial<InputRequiredOptions>);
  if (!isObject(inputRequests))
    throw setupError('Expected requireInput() to get { inputRequests: { key: requireInput.elicit(…) }, state }.');
  const requests = Object.entries(inputRequests).map(([key, part]): [string, InputRequest] => {
    if (key === '' || key === '__proto__' || key.includes('/') || isAskKey(key))
      throw setupError(`Expected the key of a question to be a name without "/", got ${JSON.stringify(key)}.`);
    const request = isInputRequired(part) ? aloneIn(part) : undefined;
    if (!request) throw setupError(`Expected question \`${key}\` to be made by requireInput.elicit() and the like.`);
    return [key, request];
  });
  if (requests.length === 0) throw setupError('Expected requireInput() to get at least one question, got none.');
  return makeInputRequired(Object.fromEntries(requests), state);
}

function aloneIn({ inputRequests }: InputRequired): InputRequest | undefined {
  const [[key, request] = ['', undefined], ...others] = Object.entries(inputRequests);
  return key === singleKey && others.length === 0 ? request : undefined;
}

function single(request: InputRequest): InputRequired {
  return makeInputRequired({ [singleKey]: request }, undefined);
}

/** Questions as a handler returns them. */
export function makeInputRequired(inputRequests: InputRequests, state: unknown): InputRequired {
  return Object.freeze({ [inputBrand]: true as const, inputRequests: Object.freeze(inputRequests), state });
}

export function checkMessage(message: unknown): string {
  if (typeof message === 'string' && message !== '') return message;
  throw setupError(`Expected a question to have a message for the user, got ${JSON.stringify(message)}.`);
}

export function checkUrl(url: string | URL): string {
  const text = String(url);
  const { protocol, username, password } = URL.canParse(text) ? new URL(text) : { protocol: undefined };
  if (username || password) throw setupError('Expected a URL that signs nobody in, got one with a name or password.');
  // Anything else a client must not open. Source: 2026-07-28, Elicitation, Safe URL Handling.
  if (protocol === 'https:' || protocol === 'http:') return text;
  throw setupError(
    `Expected an http or https URL, got ${protocol === undefined ? 'no URL' : `one that begins with ${protocol}`}.`,
  );
}

function checkSampling(params: SamplingParams): Params {
  const { messages, maxTokens } = params ?? {};
  if (Array.isArray(messages) && messages.length > 0 && Number.isInteger(maxTokens))
    return Object.freeze(JSON.parse(strictJson(params, 'requireInput.sampling() to get')) as Params);
  throw setupError('Expected requireInput.sampling() to get messages and maxTokens.');
}

/** The schema of a form. */
export function toFormSchema(fields: AskFields): FormSchema {
  if (isField(fields)) throw setupError('Expected the fields of a form by name, { name: ask.string() }, got a field.');
  const entries = Object.entries(fields ?? {});
  if (entries.length === 0) throw setupError('Expected a form to have at least one field, got none.');
  const properties: [string, FieldSchema][] = entries.map(([name, field]) => {
    if (name === '' || name === '__proto__')
      throw setupError(`Expected a name for a form's field, got ${JSON.stringify(name)}.`);
    if (!isField(field))
      throw setupError(`Expected form field \`${name}\` to be ask.string(), ask.boolean() or the like.`);
    // Yes or no is none.
    refuseSecret(name, field.isNotSecret || field.schema.type === 'boolean');
    return [name, field.schema];
  });
  const required = entries
    .filter(([, { isOptional, schema }]) => !isOptional && schema.default === undefined)
    .map(([name]) => name);
  return Object.freeze({
    type: 'object',
    properties: Object.freeze(Object.fromEntries(properties)),
    ...(required.length > 0 ? { required: Object.freeze(required) } : {}),
  } satisfies FormRequest['params']['requestedSchema']);
}

function refuseSecret(name: string, isNotSecret: boolean): void {
  const secret = isNotSecret ? undefined : secretIn(name);
  if (secret === undefined) return;
  throw setupError(
    `Expected no form field that asks for a secret, got \`${name}\` (${secret}): what is typed passes the client and its model. ` +
      `Send the user to a page of yours with requireInput.url(), in a generator \`yield* ask.url()\`, or, if it is no secret, say ask.…().notSecret().`,
  );
}

import { checkValue, isObject, own, type InputResponse, type JsonValue } from '@mcpfusion/protocol';
import { currentMemory } from './ambient-memory.js';
import type { Answers, AskFields } from './ask-fields.js';
import { answerTo, answerUnder, type CallMemory } from './call-memory.js';
import { singleKey, toFormSchema } from './require-input.js';

/** Reads what the user has answered in this round or an earlier one. */
export interface ReadInput {
  /**
   * The answer to a field of a form that was asked alone, or the whole answer to the question under this key: a form's
   * content, `true` for a URL that was accepted, the result of sampling and roots. Undefined: not answered, or refused.
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the author knows
  <TAnswer extends JsonValue = JsonValue>(name: string): TAnswer | undefined;
  /** The answers to a form that was asked alone, with the types of its fields. */
  <TFields extends AskFields>(fields: TFields): Answers<TFields> | undefined;
  /** The answers to the form that was asked under this key. */
  <TFields extends AskFields>(key: string, fields: TFields): Answers<TFields> | undefined;
}

/** What handlers of interactive tools read by. */
export interface InputReaders {
  readonly readInput: ReadInput;
  /** The whole answer to a question, refusals included: `{ action: 'accept', content }`. Without a key: to the one that was asked alone. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the author knows
  readonly inputResponse: <TResponse extends InputResponse = InputResponse>(key?: string) => TResponse | undefined;
  /** The `state` that a round before this one gave to `requireInput({ …, state })`. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the author knows
  readonly readRequestState: <TState = JsonValue>() => TState | undefined;
}

/** `memoryOf` is asked at each reading, with the name of the reader. */
export function createReaders(memoryOf: (caller: string) => CallMemory): InputReaders {
  const readInput = (first: string | AskFields, fields?: AskFields): unknown => {
    const memory = memoryOf('readInput');
    if (typeof first !== 'string') return wasAsked(memory, first) ? typed(memory.fields, first) : undefined;
    return fields === undefined ? answerTo(memory, first) : typed(answerUnder(memory, first), fields);
  };
  return Object.freeze({
    readInput: readInput as ReadInput,
    inputResponse: ((key: string = singleKey) =>
      own(memoryOf('inputResponse').responses, key)) as InputReaders['inputResponse'],
    readRequestState: (() => memoryOf('readRequestState').state) as InputReaders['readRequestState'],
  });
}

/** A form with all these fields was answered. */
function wasAsked({ fields: answered }: CallMemory, fields: AskFields): boolean {
  return Object.keys(fields).every((name) => Object.hasOwn(answered, name));
}

/**
 * Only what fits these fields: a form of an earlier round may have had others. A default is in the answer already, if
 * there was one; here it would be an answer that nobody gave.
 */
function typed(content: unknown, fields: AskFields): unknown {
  const { properties } = toFormSchema(fields);
  if (!isObject(content)) return undefined;
  const read: [string, unknown][] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const value = own(content, name) ?? undefined;
    if (value === undefined ? !fields[name]?.isOptional : checkValue(schema, value) !== undefined) return undefined;
    if (value !== undefined) read.push([name, value]);
  }
  return Object.fromEntries(read);
}

/** For handlers: each finds its own call. Throw `SETUP` outside the handler of an `.interactive()` tool. */
export const { readInput, inputResponse, readRequestState }: InputReaders = createReaders(currentMemory);

import { inputMethods, type InputRequest } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { fieldMakers, type Answers, type AskFields } from './ask-fields.js';
import { commandBrand, type AskCommand } from './commands.js';
import { checkMessage, checkUrl, toFormSchema } from './require-input.js';
import { currentWatch } from './run-watch.js';
import { commandIn, createYieldStar, isYieldStar, type YieldStar } from './yield-star.js';

/** Of `ask.url()`. */
export interface AskUrlOptions {
  /**
   * What the page tells `server.completeInput(id)` when its visitor is through; no two visits may share one. Default:
   * the URL itself.
   */
  readonly id?: string;
  /** `completion` (default): waits until the page says so. `consent`: until the user agrees to open it. */
  readonly until?: 'completion' | 'consent';
}

type Question<TAnswer> = YieldStar<TAnswer, 'question'>;

/**
 * Questions to the user, and the fields of their forms.
 *
 * In a generator handler: `const { confirm } = yield* ask.form('Refund?', { confirm: ask.boolean() })`. A refusal
 * throws an `InputRefusedError` there.
 */
export const ask = Object.freeze({
  ...fieldMakers,

  /** Asks the user to fill in a form. */
  form: <const TFields extends AskFields>(message: string, fields: TFields): Question<Answers<TFields>> =>
    alone({
      method: inputMethods.elicit,
      params: { message: checkMessage(message), requestedSchema: toFormSchema(fields) },
    }),

  /**
   * Asks the user to visit a page, where secrets may be asked for, and waits until `server.completeInput(id)` says
   * that the visit is over. Source: 2026-07-28, Elicitation, URL Mode.
   */
  url: (message: string, url: string | URL, options: AskUrlOptions = {}): Question<void> => {
    const params = { mode: 'url' as const, message: checkMessage(message), url: checkUrl(url) };
    const { id = params.url, until = 'completion' } = options;
    if (typeof id !== 'string' || id === '')
      throw setupError(`Expected the id of a visit to be a string, got ${id === '' ? 'an empty one' : typeof id}.`);
    if (until !== 'completion' && until !== 'consent')
      throw setupError(`Expected until to be 'completion' or 'consent', got ${JSON.stringify(until)}.`);
    return alone({ method: inputMethods.elicit, params }, until === 'completion' ? id : undefined);
  },

  /** Asks several questions at once: `yield* ask.all({ who: ask.form(…), consent: ask.url(…) })`. */
  all: <const TQuestions extends Readonly<Record<string, Question<unknown>>>>(
    questions: TQuestions,
  ): Question<{
    -readonly [K in keyof TQuestions]: Exclude<TQuestions[K], undefined> extends YieldStar<infer TAnswer>
      ? TAnswer
      : never;
  }> => together(questions),
});

function alone<TAnswer>(request: InputRequest, visit?: string): Question<TAnswer> {
  const visits = visit === undefined ? {} : { '': visit };
  return createYieldStar({ [commandBrand]: 'ask', requests: { '': request }, visits });
}

function together<TAnswer>(questions: Readonly<Record<string, Question<unknown>>>): Question<TAnswer> {
  const parts = Object.entries(questions ?? {}).map(([key, question]) => [key, checkPart(key, question)] as const);
  if (parts.length === 0) throw setupError('Expected ask.all() to get at least one question, got none.');
  const ids = parts.flatMap(([, { visits }]) => Object.values(visits));
  if (new Set(ids).size < ids.length)
    throw setupError('Expected each visit of ask.all() to have an id of its own, got two with one.');
  return createYieldStar({
    [commandBrand]: 'ask',
    requests: Object.fromEntries(parts.map(([key, { requests }]) => [key, requests[''] as InputRequest])),
    visits: Object.fromEntries(
      parts.flatMap(([key, { visits }]) => (visits[''] === undefined ? [] : [[key, visits['']]])),
    ),
  });
}

function checkPart(key: string, question: unknown): AskCommand {
  if (key === '' || key === '__proto__' || key.includes('/'))
    throw setupError(`Expected the key of a question to be a name without "/", got ${JSON.stringify(key)}.`);
  const command = isYieldStar(question) ? commandIn(question) : undefined;
  if (command?.[commandBrand] === 'ask' && '' in command.requests) {
    currentWatch()?.made.delete(command);
    return command;
  }
  throw setupError(`Expected question \`${key}\` of ask.all() to be made by ask.form() or ask.url().`);
}

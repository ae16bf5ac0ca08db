import {
  checkField,
  checkValue,
  inputMethods,
  isObject,
  knownPart,
  own,
  type FieldSchema,
  type Params,
} from '@mcpfusion/protocol';

/** An answer that its question does not allow; it is not sent. */
export class InvalidAnswer extends Error {
  override readonly name = 'InvalidAnswer';
  /** Of the form; undefined where the whole answer is wrong. */
  readonly field: string | undefined;

  constructor(problem: string, field?: string) {
    super(field === undefined ? problem : `${field}: ${problem}`);
    this.field = field;
  }
}

/**
 * An answer as it may be sent: the content of a form fits its schema, and nothing but an accepted form has content.
 * Throws `InvalidAnswer`. What is no elicitation is left as it is.
 *
 * Source: 2026-07-28, Elicitation, Response Actions; Security Considerations: clients SHOULD check answers.
 */
export function checkAnswer(method: string, params: Params, answer: object): object {
  if (method !== inputMethods.elicit) return answer;
  const { action, content, ...rest } = answer as Params;
  if (action === 'decline' || action === 'cancel') return { ...rest, action };
  if (action !== 'accept') {
    throw new InvalidAnswer(`expected action to be accept, decline or cancel, got ${JSON.stringify(action)}`);
  }
  // What is typed on the page stays there.
  if (params['mode'] === 'url') return { ...rest, action };
  checkContent(params['requestedSchema'], content);
  return { ...rest, action, content };
}

/** A field that breaks the dialect of forms itself is not judged: nobody knows what it takes. */
function checkContent(schema: unknown, content: unknown): void {
  if (!isObject(content)) throw new InvalidAnswer('expected the content of an accepted form to be an object');
  if (!isObject(schema)) return;
  const { properties, required } = schema;
  for (const name of Array.isArray(required) ? (required as unknown[]) : []) {
    if (typeof name === 'string' && own(content, name) === undefined) {
      throw new InvalidAnswer('expected a value, got none', name);
    }
  }
  for (const [name, given] of Object.entries(isObject(properties) ? properties : {})) {
    const value = own(content, name);
    const field = knownPart(given);
    if (value === undefined || checkField(field) !== undefined) continue;
    const problem = checkValue(field as FieldSchema, value);
    if (problem !== undefined) throw new InvalidAnswer(problem, name);
  }
}

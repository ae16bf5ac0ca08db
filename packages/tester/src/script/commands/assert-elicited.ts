import { elicitationText, type AskedQuestion } from '@mcpfusion/client';
import { isObject } from '@mcpfusion/protocol';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, CommandFailure, scriptError } from '../failure.js';
import { quoted, shortened } from '../values/quoted.js';
import { lastCallOf } from './last-call.js';
import { wrongUsage } from './usage.js';

/**
 * A text of its own stands first, so an odd number of arguments begins with one: `assert_elicited mode` looks for the
 * word, `assert_elicited mode url` for the mode.
 */
export const assertElicited: ScriptCommand = Object.freeze({
  name: 'assert_elicited',
  usage: 'assert_elicited [TEXT] [mode form|url] [schema JSON] [nth N] [count N]',
  summary:
    'The last (or Nth) elicitation of the last call has TEXT, this mode, and all of JSON in its schema; it is one of N (count).',
  run: (args, { state }) => {
    const { text, mode, schema, nth, total } = readWishes(args);
    const { input, what } = lastCallOf(state);
    const { kept, count, dropped } = input.elicitations;
    if (total !== undefined && total !== count) {
      throw assertionFailed(`expected ${total} elicitations, ${what} was asked for ${count === 0 ? 'none' : count}`);
    }
    if (total === 0) return;
    const question = nth === undefined ? kept.at(-1) : dropped === 0 || nth <= 0 ? kept[nth - 1] : undefined;
    if (!question && dropped > 0) {
      throw new CommandFailure(
        'other',
        `cannot tell: of the ${count} elicitations ${dropped} were too many to be kept`,
      );
    }
    if (!question) {
      const wish = nth === undefined || nth === 1 ? 'an elicitation' : `${nth} elicitations`;
      throw assertionFailed(`expected ${wish}, ${what} was asked for ${count === 0 ? 'none' : count}`);
    }
    check(question, { text, mode, schema });
  },
} satisfies ScriptCommand);

interface Wishes {
  readonly text: string | undefined;
  readonly mode: string | undefined;
  readonly schema: unknown;
}

function check({ params }: AskedQuestion, { text, mode, schema }: Wishes): void {
  const said = elicitationText(params);
  if (text !== undefined && !said.includes(text)) {
    throw assertionFailed(`expected an elicitation with ${quoted(text)}, the server asked ${quoted(said)}`);
  }
  const { mode: got = 'form', requestedSchema } = params;
  if (mode !== undefined && mode !== got) {
    throw assertionFailed(`expected an elicitation of mode ${mode}, got ${String(got)}: ${quoted(said)}`);
  }
  if (schema !== undefined && !isWithin(schema, requestedSchema)) {
    const shown = shortened(JSON.stringify(requestedSchema) ?? 'none');
    throw assertionFailed(`expected the schema of an elicitation to have ${JSON.stringify(schema)}, got ${shown}`);
  }
}

/** Objects may have more; everything else is the same. */
function isWithin(wanted: unknown, got: unknown): boolean {
  if (isObject(wanted)) {
    return isObject(got) && Object.entries(wanted).every(([key, value]) => isWithin(value, got[key]));
  }
  if (!Array.isArray(wanted)) return wanted === got;
  return (
    Array.isArray(got) && got.length === wanted.length && wanted.every((value, index) => isWithin(value, got[index]))
  );
}

interface Numbers {
  readonly nth: number | undefined;
  /** Of all elicitations of the call. */
  readonly total: number | undefined;
}

function readWishes(args: readonly string[]): Wishes & Numbers {
  const [text, ...pairs] = args.length % 2 === 1 ? args : [undefined, ...args];
  let mode: string | undefined;
  let schema: unknown;
  let nth: number | undefined;
  let total: number | undefined;
  for (let index = 0; index < pairs.length; index += 2) {
    const [word, value = ''] = [pairs[index], pairs[index + 1]];
    if (word === 'mode' && (value === 'form' || value === 'url')) mode = value;
    else if (word === 'schema') schema = readSchema(value);
    else if (word === 'nth' && /^[1-9]\d*$/.test(value)) nth = Number(value);
    else if (word === 'count' && /^\d+$/.test(value)) total = Number(value);
    else throw wrongUsage(assertElicited, args);
  }
  // Of none, nothing can be said.
  if (total === 0 && args.length > 2) throw wrongUsage(assertElicited, args);
  return { text, mode, schema, nth, total };
}

function readSchema(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw scriptError(`assert_elicited: expected JSON, got ${quoted(json)}: ${(error as Error).message}`);
  }
}

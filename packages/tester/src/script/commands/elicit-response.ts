import type { ElicitAnswer } from '@mcpfusion/client';
import { isObject, type Params } from '@mcpfusion/protocol';
import { parseExactly } from '../../json/parse-exactly.js';
import type { ScriptCommand } from '../command.js';
import { scriptError } from '../failure.js';
import { quoted } from '../values/quoted.js';
import { wrongUsage } from './usage.js';

export const elicitResponse: ScriptCommand = Object.freeze({
  name: 'elicit_response',
  usage: 'elicit_response accept|decline|cancel [JSON_OBJECT]',
  summary:
    'Queues an answer to an elicitation; only an accept has content, which must fit its form. accept:JSON_OBJECT is one word.',
  run: (args, { session }) => {
    const [word, json, ...rest] = args;
    if (word === undefined || rest.length > 0) throw wrongUsage(elicitResponse, args);
    const isOneWord = word.startsWith('accept:');
    if (isOneWord && json !== undefined) throw wrongUsage(elicitResponse, args);
    session.answers.queue.elicit(
      isOneWord ? readElicitAnswer('accept', word.slice('accept:'.length)) : readElicitAnswer(word, json),
    );
  },
} satisfies ScriptCommand);

/** Throws a script error. An accept without content is one of a form that wants nothing. */
export function readElicitAnswer(action: string, json: string | undefined): ElicitAnswer {
  if (action === 'accept') return { action, content: json === undefined ? {} : readContentJson(json) };
  if (action !== 'decline' && action !== 'cancel') {
    throw scriptError(`elicit_response: expected accept, decline or cancel, got ${quoted(action)}`);
  }
  if (json !== undefined) throw scriptError(`elicit_response: expected no content with ${action}, only with accept`);
  return { action };
}

function readContentJson(json: string): Params {
  let value: unknown;
  try {
    value = parseExactly(json);
  } catch (error) {
    throw scriptError(`elicit_response: expected a JSON object, got ${quoted(json)}: ${(error as Error).message}`);
  }
  if (isObject(value)) return value;
  throw scriptError(`elicit_response: expected a JSON object, got ${quoted(json)}`);
}

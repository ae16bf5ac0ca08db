import type { ElicitAnswer } from '@mcpfusion/client';
import { isObject, type Params } from '@mcpfusion/protocol';
import { UsageError } from '../exit/tester-error.js';
import { parseExactly } from '../json/parse-exactly.js';

/**
 * An answer as scripts and the command line write it: an action, or `accept:{…}` in one word. Without content, an
 * accept is one of a form that wants nothing. Throws `UsageError`; `where` says whose word it is.
 */
export function readAnswer(where: string, word: string, json?: string): ElicitAnswer {
  const isOneWord = word.startsWith('accept:') && json === undefined;
  const action = isOneWord ? 'accept' : word;
  const content = isOneWord ? word.slice('accept:'.length) : json;
  if (action === 'accept') return { action, content: content === undefined ? {} : readContent(where, content) };
  if (action !== 'decline' && action !== 'cancel') {
    throw new UsageError(`${where}: expected accept, decline or cancel, got ${JSON.stringify(action)}`);
  }
  if (content !== undefined) throw new UsageError(`${where}: expected no content with ${action}, only with accept`);
  return { action };
}

function readContent(where: string, json: string): Params {
  let value: unknown;
  try {
    value = parseExactly(json);
  } catch (error) {
    // A shell, and a script as well, takes the quotes out of a word that is not quoted itself.
    const hint = json.includes('{') && !json.includes('"') ? "; put it in '…', so that its quotes stay" : '';
    throw new UsageError(`${where}: expected a JSON object, got ${json}: ${(error as Error).message}${hint}`, {
      cause: error,
    });
  }
  if (isObject(value)) return value;
  throw new UsageError(`${where}: expected a JSON object, got ${json}`);
}

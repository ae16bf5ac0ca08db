import type { InputResponse, JsonValue } from '@mcpfusion/protocol';
import { FusionError, InputRefusedError } from '../errors.js';
import type { JournalEntry } from '../handler/journal-entry.js';
import { errorFrom } from '../input/recorded-error.js';
import type { Reply } from './drive-generator.js';
import { keepOriginal } from './originals.js';

/**
 * What a handler gets for one entry of its journal: the same when it was just made and when it is old, and never the
 * entry's own objects, since a handler may change what it got. `thrown`: what was really thrown, for the log.
 */
export function give(entry: JournalEntry, thrown?: unknown): Reply {
  if ('error' in entry) {
    const error = errorFrom(entry.error, entry.name);
    if (thrown !== undefined) keepOriginal(error, thrown);
    return { kind: 'error', error };
  }
  return entry.kind === 'ask' ? giveAnswers(entry.answers) : { kind: 'value', value: copy(entry.value) };
}

/** Of several the first refusal is thrown. */
function giveAnswers(answers: Readonly<Record<string, InputResponse>>): Reply {
  const contents: Record<string, JsonValue | undefined> = {};
  for (const [key, response] of Object.entries(answers)) {
    const { action, content } = response as { readonly action?: unknown; readonly content?: JsonValue };
    if (action === 'decline' || action === 'cancel')
      return { kind: 'error', error: new InputRefusedError(action, key === '' ? undefined : key) };
    contents[key] = copy(content);
  }
  return { kind: 'value', value: '' in contents ? contents[''] : contents };
}

/** The call has ended without waiting for its handler, which must not go on without slot and key. */
export function notHeld(): Reply {
  const error = new FusionError('CANCELLED', 'The call has ended, and holds nothing any more.');
  return { kind: 'leave', with: { error }, isEnd: true };
}

export function isRefusal(response: InputResponse): boolean {
  const { action } = response as { readonly action?: unknown };
  return action === 'decline' || action === 'cancel';
}

function copy(value: JsonValue | undefined): JsonValue | undefined {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as JsonValue);
}

import { describe, expect, it } from 'vitest';
import { filesUnder, readText } from './files.js';
import { withoutComments } from './imports.js';

/** Faults of real servers, by their number: what must be right, each in the title of a test that would fail. */
const ofTheServer: Readonly<Record<number, string>> = {
  1: 'a call with the id 0 can be cancelled',
  2: 'a cancel is matched by the id in its own type',
  4: 'a dropped connection cancels in 2026 and does not in 2025',
  5: 'a cancel that races with the answer',
  7: 'the signal reaches middleware, nested calls and helpers',
  10: 'no listeners are left at a signal that lives long',
  13: 'a cancel that names nothing is ignored',
  16: 'an id used again is answered by its new call alone',
  17: 'a reason that is no text is none',
  19: 'progress and logs come on the stream of their own request',
  20: 'a token of 0 or "" is a token',
  22: 'no progress after the answer',
  25: 'no progress without a token',
  28: 'a plain JSON answer leaves progress out and harms nothing',
  29: 'an unknown total is left out',
  34: 'no progress that is no number, and the last of a burst is not lost',
  37: 'a state that was changed, moved, expired or made up runs nothing',
  38: 'a client that cannot be asked is not asked',
  40: 'the rounds of questions have an end',
  41: 'a refusal is one, whatever comes with it',
  43: 'an accept without content is no consent',
  44: 'where nobody can be asked nothing is done',
  46: 'a person may take longer than any time limit of calls',
  47: 'an open question ends with its client, and nothing is kept',
  49: 'a client with URLs alone gets no form',
  50: 'only http and https URLs are asked to be visited',
  53: 'a handler that runs again can tell what it has done',
  55: 'two requests with one id do not swap answers',
  56: 'many clients of one server do not disturb each other',
  58: 'line separators of Unicode end no line',
  59: 'a character may be split between chunks',
  61: 'nothing is kept of requests and sessions that are over',
  64: 'Mcp-Name is compared as it is decoded',
  65: 'a foreign Origin or Host is refused',
  73: 'Accept and Content-Type are read leniently',
  74: 'a slow call holds up no other',
  76: 'parallel calls get their own answers',
  77: 'a burst of calls does not end the server',
  79: 'one at a time is released in every case',
  80: 'a log level is the session’s own',
  82: 'what modules print while loading is kept from stdout',
  83: 'what handlers print is kept from stdout',
  85: 'the logging capability and its method go together',
  86: 'the level that was set is kept to',
  88: 'no level is carried from one stateless request to the next',
  89: 'one schema spoils no list',
  91: 'names that every object has are found nowhere',
  92: 'what is no message does not end the process',
  94: 'errors are not checked against the output schema',
  95: 'whatever is thrown is answered with text',
  97: 'a parse error names no request',
  109: 'idle sockets and stubborn handlers do not hold up the end',
  110: 'calls under way are answered before the end',
};

const ofTheClient: Readonly<Record<number, string>> = {
  2: 'a cancel carries the id in its own type',
  10: 'no listeners are left at a signal that lives long',
  11: 'initialize is never cancelled',
  14: 'a cancel ends one call and not the connection',
  17: 'a reason that is no text is none',
  23: 'progress in one chunk with the answer is told first',
  25: 'a token that was not sent is found',
  26: 'progress starts the timeout anew',
  31: 'notifications are read, whatever they lack',
  35: 'a token is sent with every tools/call',
  58: 'line separators of Unicode end no line',
  59: 'a character may be split between chunks',
  62: 'stderr of the server is read',
  67: 'a stream that ends without an answer fails its call at once',
  70: 'a stream is resumed after its event',
  71: 'a session is ended with DELETE',
  97: 'an answer without an id is matched to nothing',
  100: 'ids are compared strictly',
  112: 'no descendant of a launcher is left',
  118: 'it says how the server ended and what it said last',
};

/** A title is the first argument of a call: `it('…'`, `onEveryWire('…'`, `it.each([…])('…'`. */
const title = /\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;
/** `case 5`, `cases 97, 100`, `cases 2 and 13`. */
const numbers = /\bcases? (\d+(?:(?:, | and )\d+)*)/g;

function casesIn(source: string): number[] {
  const titles = [...withoutComments(source).matchAll(title)].map(([, one, two, three]) => one ?? two ?? three ?? '');
  return titles.flatMap((text) =>
    [...text.matchAll(numbers)].flatMap(([, list = '']) => list.split(/\D+/).map(Number)),
  );
}

async function namedUnder(...folders: string[]): Promise<ReadonlySet<number>> {
  const files = (await Promise.all(folders.map((folder) => filesUnder(folder)))).flat();
  const sources = await Promise.all(files.filter((path) => path.endsWith('.test.ts')).map(readText));
  return new Set(sources.flatMap(casesIn));
}

describe('the cases that must be right', () => {
  it.each([
    ['of the server', ofTheServer, ['test', 'packages/core']],
    ['of the client', ofTheClient, ['packages/client']],
  ])('%s are each named by a test', async (_whose, cases, folders) => {
    const named = await namedUnder(...folders);
    expect(Object.entries(cases).filter(([number]) => !named.has(Number(number)))).toEqual([]);
  });

  it('are found in titles alone', () => {
    expect(casesIn(`onEveryWire(\n  'case 5, CAN-17: x', async () => {}`)).toEqual([5]);
    expect(casesIn(`it.each([])('are read (cases 97, 100)', () => {`)).toEqual([97, 100]);
    expect(casesIn(`it(\`cases 2 and 13 (\${how})\``)).toEqual([2, 13]);
    expect(casesIn(`// it('case 7', …)\nconst text = 'case 8';\nit('a case of 9')`)).toEqual([]);
  });
});

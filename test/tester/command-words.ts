import type { ScriptNode } from '../../packages/tester/src/script/script.js';

/** Words that stand before a command, and how many words of their own they take. */
const prefixes: ReadonlyMap<string, number> = new Map([
  ['timeout', 1],
  ['cancel_after', 1],
  ['cancel_on', 1],
  ['expect_error', 0],
  ['assert_not', 0],
]);

/** The words of a script that are commands, prefixes and those behind them included; arguments are none. */
export function commandWords(body: readonly ScriptNode[]): readonly string[] {
  return body.flatMap((node) =>
    node.kind === 'block' ? [node.word, ...commandWords(node.body), 'end'] : wordsOf(node.tokens),
  );
}

function wordsOf([word, ...rest]: readonly string[]): readonly string[] {
  if (word === undefined) return [];
  const own = prefixes.get(word);
  return own === undefined ? [word] : [word, ...wordsOf(rest.slice(own))];
}

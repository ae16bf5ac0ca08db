/** Words that ask for a secret, alone or one after the other. */
const secrets: readonly (readonly string[])[] = [
  ['password'],
  ['passwd'],
  ['passphrase'],
  ['passcode'],
  ['pass', 'word'],
  ['pass', 'phrase'],
  ['pass', 'code'],
  ['pwd'],
  ['otp'],
  ['ssn'],
  ['credentials'],
  ['creditcard'],
  ['credit', 'card'],
  ['security', 'code'],
  ['secret'],
  ['token'],
  ['apikey'],
  ['api', 'key'],
  ['private', 'key'],
  ['cardnumber'],
  ['card', 'number'],
  ['cvv'],
  ['cvc'],
  ['pin'],
];

/**
 * What a field's name asks for that no form may: `cardNumber` → `card number`. Whole words: `pinned`, `tokens` and
 * `secretary` are none.
 *
 * Source: 2026-07-28, Elicitation: "Servers MUST NOT use form mode elicitation to request sensitive information".
 */
export function secretIn(name: string): string | undefined {
  const words = wordsOf(name);
  const found = secrets.find((secret) =>
    words.some((_, at) => secret.every((word, next) => words[at + next] === word)),
  );
  return found?.join(' ');
}

/** `userAPIKey`, `user_api_key` and `user-api-key2` → `user`, `api`, `key`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

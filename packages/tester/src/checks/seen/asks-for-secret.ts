import { isObject } from '@mcpfusion/protocol';

const words =
  /(?:^|[^a-z])(?:password|passwd|passphrase|passcode|secret|api[ _-]?key|access[ _-]?token|auth[ _-]?token|private[ _-]?key|credentials?|credit[ _-]?card|card[ _-]?number|cvv|cvc|pin[ _-]code)(?:$|[^a-z])/i;

/**
 * Whether the name or the title of a form's field says that it wants a secret, which no form may ask for. A guess from
 * words, in English only.
 *
 * Source: 2026-07-28, Elicitation, Security Considerations.
 */
export function asksForSecret(name: string, field: unknown): boolean {
  const title = isObject(field) && typeof field['title'] === 'string' ? field['title'] : '';
  // `apiKey` as `api Key`.
  return [name, title].some((text) => words.test(text.replace(/([a-z])([A-Z])/g, '$1 $2')));
}

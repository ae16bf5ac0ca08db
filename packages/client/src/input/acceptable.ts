import { checkForm, isObject, knownPart, type Params } from '@mcpfusion/protocol';

/** A question that nobody can accept, whatever is answered: the server is at fault. It may be declined. */
export class UnacceptableQuestion extends Error {
  override readonly name = 'UnacceptableQuestion';
}

/** Why an elicitation cannot be accepted, or nothing: a form that cannot be read, a page that is none of the web. */
export function whyUnacceptable({ mode, url, message, requestedSchema }: Params): string | undefined {
  if (typeof message !== 'string') return 'its message is no string';
  if (mode === 'url') return isWebPage(url) ? undefined : 'its url is no valid URL of http or https';
  const problem = formProblem(requestedSchema);
  return problem === undefined ? undefined : `its requestedSchema cannot be read: ${problem}`;
}

export function isWebPage(url: unknown): url is string {
  return typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** What keeps a `requestedSchema` from being a form, or nothing. Keywords that forms do not have are passed over. */
export function formProblem(schema: unknown): string | undefined {
  if (!isObject(schema) || !isObject(schema['properties'])) return checkForm(schema);
  const fields = Object.entries(schema['properties']).map(([name, field]) => [name, knownPart(field)] as const);
  return checkForm({ ...schema, properties: Object.fromEntries(fields) });
}

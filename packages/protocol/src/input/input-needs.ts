import type { Capabilities } from '../envelope.js';
import { isObject } from '../json.js';
import { inputMethods, isUrlRequest, type InputRequest } from './input-request.js';

/** What a client must be able to do to answer. */
export const inputNeeds = ['form', 'url', 'sampling', 'roots'] as const;

export type InputNeed = (typeof inputNeeds)[number];

type Need = InputNeed | 'sampling.tools';

/** What is needed to answer a question: of sampling, tools may be, too. */
export function needsOf(request: InputRequest): readonly Need[] {
  if (request.method === inputMethods.elicit) return [isUrlRequest(request) ? 'url' : 'form'];
  if (request.method === inputMethods.listRoots) return ['roots'];
  const { tools, toolChoice } = request.params;
  return tools === undefined && toolChoice === undefined ? ['sampling'] : ['sampling', 'sampling.tools'];
}

/**
 * The capabilities that a client lacks for `needs`, as `data.requiredCapabilities` names them; `undefined` if it has
 * all. An empty `elicitation` means forms.
 *
 * Source: 2026-07-28, Elicitation, Capabilities; Sampling, Capabilities.
 */
export function missingCapabilities(
  needs: readonly Need[],
  { elicitation, sampling, roots }: Capabilities,
): Capabilities | undefined {
  const has: Readonly<Record<Need, boolean>> = {
    form: isObject(elicitation) && (isObject(elicitation['form']) || elicitation['url'] === undefined),
    url: isObject(elicitation) && isObject(elicitation['url']),
    sampling: isObject(sampling),
    'sampling.tools': isObject(sampling) && isObject(sampling['tools']),
    roots: isObject(roots),
  };
  const lacking = needs.filter((need) => !has[need]);
  if (lacking.length === 0) return undefined;
  const modes = lacking.filter((need) => need === 'form' || need === 'url');
  const tools = lacking.includes('sampling.tools') ? { tools: {} } : {};
  return {
    ...(modes.length > 0 ? { elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) } : {}),
    ...(lacking.some((need) => need.startsWith('sampling')) ? { sampling: tools } : {}),
    ...(lacking.includes('roots') ? { roots: {} } : {}),
  };
}

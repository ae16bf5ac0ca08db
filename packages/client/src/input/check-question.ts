import {
  inputMethods,
  isObject,
  missingCapabilities,
  needsOf,
  type Capabilities,
  type InputRequest,
  type Params,
} from '@mcpfusion/protocol';

/**
 * Why a question must not reach whoever answers it, or nothing: a mode that nobody knows is no form, and what the
 * client has not declared it cannot show. An absent mode is a form.
 *
 * Sources: 2025-11-25 and 2026-07-28, Elicitation, Capabilities, Elicitation Requests; Sampling, Capabilities.
 */
export function checkQuestion(method: string, params: Params, capabilities: Capabilities): string | undefined {
  if (!isInputMethod(method)) return undefined;
  const { mode = 'form', url } = params;
  if (method === inputMethods.elicit) {
    if (mode !== 'form' && mode !== 'url') return `expected mode to be form or url, got ${JSON.stringify(mode)}`;
    if (mode === 'url' && typeof url !== 'string') return 'expected url to be a string where mode is url';
  }
  const missing = missingCapabilities(needsOf({ method, params } as unknown as InputRequest), capabilities);
  if (missing === undefined) return undefined;
  return `this client has not declared ${namesOf(missing).join(', ')}`;
}

/** Whether a server may ask a client for it. */
export function isInputMethod(method: string): boolean {
  return Object.values<string>(inputMethods).includes(method);
}

/** `{ elicitation: { url: {} } }` as `elicitation.url`. */
function namesOf(missing: Capabilities): string[] {
  return Object.entries(missing).flatMap(([name, parts]) => {
    const keys = isObject(parts) ? Object.keys(parts) : [];
    return keys.length === 0 ? [name] : keys.map((key) => `${name}.${key}`);
  });
}

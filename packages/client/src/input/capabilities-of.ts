import { inputMethods, type Capabilities } from '@mcpfusion/protocol';
import type { RequestHandler } from '../server-requests.js';

/** What a client with these handlers can be asked for: nothing that nobody would answer. */
export function capabilitiesOf(handlers: Readonly<Record<string, RequestHandler>>): Capabilities {
  const has = (method: string): boolean => Object.hasOwn(handlers, method);
  return {
    ...(has(inputMethods.elicit) ? { elicitation: { form: {} } } : {}),
    ...(has(inputMethods.sample) ? { sampling: {} } : {}),
    ...(has(inputMethods.listRoots) ? { roots: {} } : {}),
  };
}

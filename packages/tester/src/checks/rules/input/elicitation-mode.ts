import { isObject, type Params } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInputRequired } from '../../seen/on-input-required.js';
import { onServerRequest } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** `{}` declares form mode alone. That elicitation was not declared at all is another check's matter. */
export const elicitationMode: PassiveCheck = {
  rule: {
    id: 'ELI-09 ELI25-04',
    severity: 'must',
    title: 'An elicitation uses a mode that the client has declared',
    specUrl: spec2026('client/elicitation#capabilities'),
    specUrl2025: spec2025('client/elicitation#capabilities'),
  },
  create: (report) => {
    const inSession = onServerRequest(({ frame, traffic: { session }, message: { method, params } }) => {
      const wrong = method === 'elicitation/create' ? wrongMode(params, session.clientCapabilities) : undefined;
      if (wrong !== undefined) report({ text: wrong, frames: [session.initialize?.frame, frame] });
    });
    const inResult = onInputRequired(({ frame, result: { inputRequests }, request }) => {
      for (const asked of Object.values(isObject(inputRequests) ? inputRequests : {})) {
        if (!isObject(asked) || asked['method'] !== 'elicitation/create' || !isObject(asked['params'])) continue;
        const wrong = wrongMode(asked['params'], request.capabilities);
        if (wrong !== undefined) report({ text: wrong, frames: [request.frame, frame], about: request });
      }
    });
    return (frame, traffic) => {
      inSession(frame, traffic);
      inResult(frame, traffic);
    };
  },
};

function wrongMode({ mode = 'form' }: Params, { elicitation }: Params): string | undefined {
  if (!isObject(elicitation)) return undefined;
  const declared = Object.keys(elicitation);
  // An empty object is how clients of 2025-06-18, which had forms only, declare it.
  const isForm = mode === 'form' && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
  if (isForm || (mode === 'url' && elicitation['url'] !== undefined)) return undefined;
  return `Expected an elicitation in a mode of ${declared.join(', ') || 'form'}, got ${show(mode)}.`;
}

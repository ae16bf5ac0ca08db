import type { Era, Params } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onElicitation } from '../../seen/on-question.js';
import { isWebPage } from '@mcpfusion/client';
import { kindOf, show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const elicitationUrl: PassiveCheck = {
  rule: {
    id: 'ELI-15 ELI-16 ELI25-10',
    severity: 'must',
    title: 'An elicitation of mode url has a message and a valid URL of http or https, and in 2025 an elicitationId',
    specUrl: spec2026('client/elicitation#url-mode-elicitation-requests'),
    specUrl2025: spec2025('client/elicitation#url-mode-elicitation-requests'),
  },
  create: (report) =>
    onElicitation(({ era, params, frames, about }) => {
      const wrong = params['mode'] === 'url' ? wrongPage(params, era) : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames, about });
    }),
};

function wrongPage({ message, url, elicitationId }: Params, era: Era): string | undefined {
  if (typeof message !== 'string') return `message to be a string, got ${kindOf(message)}`;
  if (!isWebPage(url)) return `url to be a valid URL of http or https, got ${show(url)}`;
  if (era === '2026-07-28' || typeof elicitationId === 'string') return undefined;
  return `elicitationId to be a string, got ${kindOf(elicitationId)}`;
}

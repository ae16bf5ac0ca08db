import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { asksForSecret } from '../../seen/asks-for-secret.js';
import { onElicitation } from '../../seen/on-question.js';
import { show } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** The specification says MUST NOT; what a field is for is only guessed from its name here, so this is a warning. */
export const elicitationSecrets: PassiveCheck = {
  rule: {
    id: 'ELI-01 ELI25-01',
    severity: 'should',
    title: 'No field of a form asks for a secret, as far as its name or title tells; mode url is for that',
    specUrl: spec2026('client/elicitation#user-interaction-model'),
    specUrl2025: spec2025('client/elicitation#user-interaction-model'),
  },
  create: (report) =>
    onElicitation(({ params: { mode = 'form', requestedSchema }, frames, about }) => {
      const properties = isObject(requestedSchema) ? requestedSchema['properties'] : undefined;
      if (mode !== 'form' || !isObject(properties)) return;
      const secret = Object.entries(properties).find(([name, field]) => asksForSecret(name, field));
      if (secret)
        report({ text: `Expected no form to ask for a secret, got the field ${show(secret[0])}.`, frames, about });
    }),
};

import { formProblem } from '@mcpfusion/client';
import type { Params } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onElicitation } from '../../seen/on-question.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** Keywords that forms do not have are let pass: 2025-11-25 shows one of them itself. */
export const elicitationForm: PassiveCheck = {
  rule: {
    id: 'ELI-12 ELI-13 ELI25-05',
    severity: 'must',
    title:
      'A form has a message, and a requestedSchema that is a flat object of strings, numbers, booleans and choices',
    specUrl: spec2026('client/elicitation#requested-schema'),
    specUrl2025: spec2025('client/elicitation#requested-schema'),
  },
  create: (report) =>
    onElicitation(({ params, frames, about }) => {
      if ((params['mode'] ?? 'form') !== 'form') return;
      const wrong = wrongForm(params);
      if (wrong !== undefined) report({ text: `${wrong}.`, frames, about });
    }),
};

function wrongForm({ message, requestedSchema }: Params): string | undefined {
  if (typeof message !== 'string') return `Expected message to be a string, got ${kindOf(message)}`;
  const problem = formProblem(requestedSchema);
  return problem === undefined ? undefined : `In requestedSchema: ${problem}`;
}

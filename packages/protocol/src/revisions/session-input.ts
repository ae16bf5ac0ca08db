import type { FieldSchema } from '../input/form-schema.js';
import type { InputNeed } from '../input/input-needs.js';
import { inputMethods, isUrlRequest, type FormRequest, type InputRequest } from '../input/input-request.js';

/** Whether a revision has any such question. */
export function sessionKnows(need: InputNeed, version: string): boolean {
  if (need === 'url') return version >= '2025-11-25';
  return need !== 'form' || version >= '2025-06-18';
}

/** Elicitation came with 2025-06-18; URLs, lists and titled values with 2025-11-25. */
export function sessionInputRequest(request: InputRequest, version: string): InputRequest | undefined {
  if (request.method !== inputMethods.elicit || version >= '2025-11-25') return request;
  return version < '2025-06-18' || isUrlRequest(request) ? undefined : olderForm(request);
}

function olderForm(request: FormRequest): FormRequest | undefined {
  const { message, requestedSchema } = request.params;
  const fields = Object.entries(requestedSchema.properties);
  if (fields.some(([, { type }]) => type === 'array')) return undefined;
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, olderField(field)]));
  return { ...request, params: { message, requestedSchema: { ...requestedSchema, properties } } };
}

/** Defaults of anything but booleans, and `oneOf`, are newer. */
function olderField({ oneOf, default: value, ...field }: FieldSchema): FieldSchema {
  return {
    ...field,
    ...(typeof value === 'boolean' ? { default: value } : {}),
    ...(oneOf ? { enum: oneOf.map((choice) => choice.const), enumNames: oneOf.map(({ title }) => title) } : {}),
  };
}

import { isObject, type Params } from '@mcpfusion/protocol';

/**
 * What a form holds before anyone has touched it: the defaults of its fields.
 *
 * Source: 2025-11-25, Elicitation, Requested Schema.
 */
export function defaultContent(requestedSchema: unknown): Params {
  const properties =
    isObject(requestedSchema) && isObject(requestedSchema['properties']) ? requestedSchema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) =>
      isObject(field) && field['default'] !== undefined ? [[name, field['default']] as const] : [],
    ),
  );
}

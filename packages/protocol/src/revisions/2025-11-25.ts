import { methods } from '../messages.js';
import type { Codec, ToolListing } from './codec.js';
import { sessionInputRequest } from './session-input.js';
import { wrapSchema } from './wrap-schema.js';

/** The session revisions: 2025-11-25 and, cut to what they know, 2025-06-18 and 2025-03-26. */
export const sessionCodec: Codec = {
  requestMethods: new Set([methods.initialize, methods.ping, methods.toolsList, methods.toolsCall, methods.setLevel]),
  completeResult: (result) => result,
  cacheHints: () => ({}),
  listTool,
  structuredContent: (value, outputSchema, version) => {
    if (version < '2025-06-18') return {};
    return { structuredContent: outputSchema && !hasObjectRoot(outputSchema) ? { result: value } : value };
  },
  inputRequest: sessionInputRequest,
};

function listTool(tool: ToolListing, version: string): ToolListing {
  const { title, icons, outputSchema, _meta, ...known } = tool;
  return {
    ...known,
    ...(title !== undefined && version >= '2025-06-18' ? { title } : {}),
    ...(_meta !== undefined && version >= '2025-06-18' ? { _meta } : {}),
    ...(outputSchema !== undefined && version >= '2025-06-18' ? { outputSchema: withObjectRoot(outputSchema) } : {}),
    ...(icons !== undefined && version >= '2025-11-25' ? { icons } : {}),
  };
}

/** Output schemas have an object root in these revisions; anything else is wrapped as `{ result }`. */
function withObjectRoot(schema: object): object {
  return hasObjectRoot(schema) ? schema : wrapSchema(schema);
}

function hasObjectRoot(schema: object): boolean {
  return (schema as { type?: unknown }).type === 'object';
}

import { metaKeys } from '../meta.js';
import { methods } from '../messages.js';
import { isObject } from '../json.js';
import type { Codec } from './codec.js';

/** The stateless revision: results say what they are and who made them. */
export const statelessCodec: Codec = {
  requestMethods: new Set([methods.discover, methods.toolsList, methods.toolsCall]),
  completeResult: (result, server) => {
    const meta = isObject(result['_meta']) ? result['_meta'] : {};
    return { resultType: 'complete', ...result, _meta: { ...meta, [metaKeys.serverInfo]: server } };
  },
  cacheHints: (hints) => hints,
  listTool: (tool) => tool,
  structuredContent: (value) => ({ structuredContent: value }),
  inputRequest: (request) => request,
};

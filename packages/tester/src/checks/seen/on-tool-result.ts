import { isObject, methods, type Params } from '@mcpfusion/protocol';
import type { Observer } from '../passive-check.js';
import { onResult, type Incoming } from './observe.js';
import type { RequestSeen } from './request-seen.js';

/** A finished result of `tools/call`: no question, no task. */
export function onToolResult(
  see: (seen: Incoming & { readonly result: Params; readonly request: RequestSeen }) => void,
): Observer {
  return onResult((seen) => {
    const { result, request } = seen;
    if (request.method !== methods.toolsCall || isObject(result['task'])) return;
    const { resultType } = result;
    if (request.era === '2026-07-28' && resultType !== undefined && resultType !== 'complete') return;
    see(seen);
  });
}

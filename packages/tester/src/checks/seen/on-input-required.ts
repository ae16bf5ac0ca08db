import type { Params } from '@mcpfusion/protocol';
import type { Observer } from '../passive-check.js';
import { onResult, type Incoming } from './observe.js';
import type { RequestSeen } from './request-seen.js';

/** 2026: a result that asks for more. */
export function onInputRequired(
  see: (seen: Incoming & { readonly result: Params; readonly request: RequestSeen }) => void,
): Observer {
  return onResult((seen) => {
    if (seen.request.era === '2026-07-28' && seen.result['resultType'] === 'input_required') see(seen);
  });
}

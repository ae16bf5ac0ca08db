import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { isTooDeep, onInvalid } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const jsonRpcVersion: PassiveCheck = {
  rule: {
    id: 'RPC-03',
    severity: 'must',
    title: 'Every message says "jsonrpc": "2.0"',
    specUrl: spec2026('basic#messages'),
    specUrl2025: spec2025('basic#messages'),
  },
  create: (report) =>
    onInvalid(({ frame, message, value }) => {
      // An object with none of the members of a message is no message at all.
      if (!isObject(value) || value['jsonrpc'] === '2.0' || isTooDeep(message) || !looksLikeMessage(value)) return;
      report({ text: `Expected "jsonrpc": "2.0", got ${kindOf(value['jsonrpc'])}.`, frames: [frame] });
    }),
};

export function looksLikeMessage(value: Readonly<Record<string, unknown>>): boolean {
  return ['jsonrpc', 'method', 'result', 'error'].some((member) => Object.hasOwn(value, member));
}

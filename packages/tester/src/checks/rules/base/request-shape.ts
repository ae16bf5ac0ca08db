import { isObject, isRequestId } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInvalid } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const requestShape: PassiveCheck = {
  rule: {
    id: 'RPC-06',
    severity: 'must',
    title:
      'Requests and notifications have a method, an object as params, and an id that is a string or an integer, or none',
    specUrl: spec2026('basic#requests'),
    specUrl2025: spec2025('basic#requests'),
  },
  create: (report) =>
    onInvalid(({ frame, value }) => {
      if (!isObject(value) || value['jsonrpc'] !== '2.0' || value['method'] === undefined) return;
      const { id, method, params } = value;
      const wrong =
        typeof method !== 'string'
          ? `method to be a string, got ${kindOf(method)}`
          : params !== undefined && !isObject(params)
            ? `params to be an object, got ${kindOf(params)}`
            : id !== undefined && !isRequestId(id)
              ? `the id to be a string, an integer or absent, got ${kindOf(id)}`
              : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [frame] });
    }),
};

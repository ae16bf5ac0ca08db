import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInvalid } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const errorShape: PassiveCheck = {
  rule: {
    id: 'RPC-05',
    severity: 'must',
    title: 'An error has an integer code and a message that is a string',
    specUrl: spec2026('basic#error-responses'),
    specUrl2025: spec2025('basic#error-responses'),
  },
  create: (report) =>
    onInvalid(({ frame, value }) => {
      if (!isObject(value) || value['jsonrpc'] !== '2.0' || value['result'] !== undefined) return;
      const { error } = value;
      if (error === undefined || value['method'] !== undefined) return;
      const wrong = !isObject(error)
        ? `the error to be an object, got ${kindOf(error)}`
        : !Number.isInteger(error['code'])
          ? `its code to be an integer, got ${kindOf(error['code'])}`
          : typeof error['message'] !== 'string'
            ? `its message to be a string, got ${kindOf(error['message'])}`
            : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [frame] });
    }),
};

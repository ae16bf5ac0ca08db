import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInvalid } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

export const resultOrError: PassiveCheck = {
  rule: {
    id: 'RPC-04',
    severity: 'must',
    title: 'A response has either a result, which is an object, or an error',
    specUrl: spec2026('basic#responses'),
    specUrl2025: spec2025('basic#responses'),
  },
  create: (report) =>
    onInvalid(({ frame, value }) => {
      if (!isObject(value) || value['jsonrpc'] !== '2.0' || value['method'] !== undefined) return;
      const has = ['result', 'error'].filter((member) => value[member] !== undefined);
      const wrong =
        has.length !== 1
          ? `either "result" or "error", got ${has.length === 0 ? 'neither' : 'both'}`
          : has[0] === 'result' && !isObject(value['result'])
            ? `the result to be an object, got ${kindOf(value['result'])}`
            : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [frame] });
    }),
};

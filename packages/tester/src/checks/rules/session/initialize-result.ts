import { isImplementation, isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onResult } from '../../seen/observe.js';
import { kindOf } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const initializeResult: PassiveCheck = {
  rule: {
    id: 'LIF25-02',
    severity: 'must',
    title: '2025: initialize is answered with protocolVersion, capabilities and serverInfo',
    specUrl: spec2025('basic/lifecycle#initialization'),
  },
  create: (report) =>
    onResult(({ frame, result, request }) => {
      if (request.method !== 'initialize' || request.era !== '2025-11-25') return;
      const { protocolVersion, capabilities, serverInfo } = result;
      const wrong =
        typeof protocolVersion !== 'string'
          ? `protocolVersion to be a string, got ${kindOf(protocolVersion)}`
          : !isObject(capabilities)
            ? `capabilities to be an object, got ${kindOf(capabilities)}`
            : !isImplementation(serverInfo)
              ? `serverInfo to have a name and a version, got ${kindOf(serverInfo)}`
              : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [request.frame, frame], about: request });
    }),
};

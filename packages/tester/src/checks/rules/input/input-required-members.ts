import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onInputRequired } from '../../seen/on-input-required.js';
import { kindOf } from '../../seen/show.js';
import { spec2026 } from '../../seen/spec-url.js';

export const inputRequiredMembers: PassiveCheck = {
  rule: {
    id: 'MRT-13',
    severity: 'must',
    title: '2026: an InputRequiredResult has inputRequests, which are an object, or requestState, which is a string',
    specUrl: spec2026('basic/patterns/mrtr#server-requirements-basic-workflow'),
  },
  create: (report) =>
    onInputRequired(({ frame, result: { inputRequests, requestState }, request }) => {
      const wrong =
        inputRequests === undefined && requestState === undefined
          ? 'inputRequests or requestState, got neither'
          : inputRequests !== undefined && !isObject(inputRequests)
            ? `inputRequests to be an object, got ${kindOf(inputRequests)}`
            : requestState !== undefined && typeof requestState !== 'string'
              ? `requestState to be a string, got ${kindOf(requestState)}`
              : undefined;
      if (wrong !== undefined) report({ text: `Expected ${wrong}.`, frames: [request.frame, frame], about: request });
    }),
};

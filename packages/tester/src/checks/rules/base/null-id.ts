import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { readJson } from '../../seen/observe.js';
import { spec2026 } from '../../seen/spec-url.js';

export const nullId: PassiveCheck = {
  rule: {
    id: 'RPC-01',
    severity: 'should',
    title: 'An error that answers no readable request has no id member',
    specUrl: spec2026('basic#error-responses'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, message, raw } = frame;
    if (direction !== 'in' || (message?.kind !== 'invalid' && message?.kind !== 'response')) return;
    if (message.id !== undefined || !raw.includes('null')) return;
    const value = readJson(raw);
    // A request with such an id is a matter of its shape.
    if (!isObject(value) || value['id'] !== null || value['method'] !== undefined) return;
    report({
      text: 'Expected no "id", got null. JSON-RPC 2.0 has null where the id could not be read, the schemas of MCP allow only a string or a number.',
      frames: [traffic.openedBy(frame), frame],
      about: report,
    });
  },
};

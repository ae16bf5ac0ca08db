import type { Frame } from '@mcpfusion/client';
import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { readJson } from '../../seen/observe.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';
import type { Traffic } from '../../traffic.js';

/** Not judged where no request stands behind it, nor in answer to a probe of a server that knows JSON-RPC 2.0 alone. */
export const nullId: PassiveCheck = {
  rule: {
    id: 'RPC-01',
    severity: 'should',
    title: 'An error that answers no readable request has no id member',
    specUrl: spec2026('basic#error-responses'),
    specUrl2025: spec2025('basic#error-responses'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, message, raw } = frame;
    if (direction !== 'in' || (message?.kind !== 'invalid' && message?.kind !== 'response')) return;
    if (message.id !== undefined || !raw.includes('null')) return;
    const value = readJson(raw);
    // A request with such an id is a matter of its shape.
    if (!isObject(value) || value['id'] !== null || value['method'] !== undefined) return;
    if (frame.http?.method === 'GET' || mayAnswerProbe(frame, traffic)) return;
    const opened = traffic.openedBy(frame);
    const request = opened?.message?.kind === 'request' ? opened.message : undefined;
    const expected = request ? `the id ${JSON.stringify(request.id)} of the request it answers` : 'no "id"';
    report({
      text: `Expected ${expected}, got null. JSON-RPC 2.0 has null where the id could not be read, the schemas of MCP allow only a string or a number.`,
      frames: [opened, frame],
      about: report,
    });
  },
};

/** The server has not shown that it knows 2026-07-28, and a request of that revision waits for its answer. */
function mayAnswerProbe(frame: Frame, traffic: Traffic): boolean {
  if (traffic.session.isModern) return false;
  const asked = frame.http ? [traffic.streamRequest(frame)] : [...traffic.requests.inFlight];
  return asked.some((request) => request?.era === '2026-07-28');
}

import type { PassiveCheck } from '../../passive-check.js';
import { show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const sessionIdStable: PassiveCheck = {
  rule: {
    id: 'SHT25-S1',
    severity: 'should',
    title: '2025 over HTTP: a session keeps the id that it was given with initialize',
    specUrl: spec2025('basic/transports#session-management'),
  },
  create: (report) => (frame, traffic) => {
    const { direction, http } = frame;
    const sessionId = http?.headers['mcp-session-id'];
    const { sessionId: given, initialize } = traffic.session;
    if (direction !== 'in' || sessionId === undefined || given === undefined || sessionId === given) return;
    const own = traffic.streamRequest(frame);
    if (!own || own.method === 'initialize' || own.frame.http?.headers['MCP-Session-Id'] !== given) return;
    report({
      text: `Expected the session id ${show(given)}, or none, got ${show(sessionId)}.`,
      frames: [initialize?.response, own.frame, frame],
      about: initialize,
    });
  },
};

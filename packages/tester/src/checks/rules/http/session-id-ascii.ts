import type { PassiveCheck } from '../../passive-check.js';
import { onResult } from '../../seen/observe.js';
import { show } from '../../seen/show.js';
import { spec2025 } from '../../seen/spec-url.js';

export const sessionIdAscii: PassiveCheck = {
  rule: {
    id: 'SHT25-24',
    severity: 'must',
    title: '2025 over HTTP: a session id is visible ASCII',
    specUrl: spec2025('basic/transports#session-management'),
  },
  create: (report) =>
    onResult(({ frame, request }) => {
      const sessionId = frame.http?.headers['mcp-session-id'];
      if (request.method !== 'initialize' || sessionId === undefined || /^[\x21-\x7e]+$/.test(sessionId)) return;
      report({
        text: `Expected characters from 0x21 to 0x7E in MCP-Session-Id, got ${show(sessionId)}.`,
        frames: [request.frame, frame],
        about: request,
      });
    }),
};

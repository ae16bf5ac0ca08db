import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { isTooDeep, onInvalid } from '../../seen/observe.js';
import { quote } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';
import { looksLikeMessage } from '../base/json-rpc-version.js';

/** Only where the request was accepted: a refusal may have a body of any kind. */
export const httpBodyJson: PassiveCheck = {
  rule: {
    id: 'SHT-S1',
    severity: 'must',
    title: 'HTTP: the answer to a request is a JSON-RPC message, or a stream of them',
    specUrl: spec2026('basic/transports/streamable-http#sending-messages'),
    specUrl2025: spec2025('basic/transports#sending-messages-to-the-server'),
  },
  create: (report) =>
    onInvalid(({ frame, traffic, message, value }) => {
      if (frame.http?.status !== 200 || isTooDeep(message) || !traffic.streamRequest(frame)) return;
      if (Array.isArray(value) || (isObject(value) && looksLikeMessage(value))) return;
      const own = traffic.streamRequest(frame);
      report({
        text: `Expected a JSON-RPC message, got ${quote(frame.raw)}.`,
        frames: [own?.frame, frame],
        about: own,
      });
    }),
};

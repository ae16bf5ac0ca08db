import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { isTooDeep, onInvalid } from '../../seen/observe.js';
import { quote } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';
import { looksLikeMessage } from '../base/json-rpc-version.js';

/** A line break inside a message shows as two lines that are none. */
export const stdoutMessages: PassiveCheck = {
  rule: {
    id: 'STD-03 STD-01 STD25-01',
    severity: 'must',
    title: 'stdio: stdout carries messages and nothing else',
    specUrl: spec2026('basic/transports/stdio'),
    specUrl2025: spec2025('basic/transports#stdio'),
  },
  seesNoise: true,
  create: (report) =>
    onInvalid(({ frame, message, value }) => {
      if (frame.http || frame.raw === '' || isTooDeep(message)) return;
      if (Array.isArray(value) || (isObject(value) && looksLikeMessage(value))) return;
      report({ text: `Expected a JSON-RPC message in a line of stdout, got ${quote(frame.raw)}.`, frames: [frame] });
    }),
};

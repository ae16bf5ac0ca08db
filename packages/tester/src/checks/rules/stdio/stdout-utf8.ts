import type { PassiveCheck } from '../../passive-check.js';
import { onInvalid } from '../../seen/observe.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** HTTP bodies are decoded leniently before they are seen, so this can be told of stdio alone. */
export const stdoutUtf8: PassiveCheck = {
  rule: {
    id: 'STD-19 STD25-05',
    severity: 'must',
    title: 'stdio: messages are in UTF-8',
    specUrl: spec2026('basic/transports'),
    specUrl2025: spec2025('basic/transports'),
  },
  seesNoise: true,
  create: (report) =>
    onInvalid(({ frame, message }) => {
      if (frame.http || frame.raw !== '' || !message.error.message.includes('UTF-8')) return;
      report({ text: 'Expected UTF-8, got a line of stdout that is not.', frames: [frame] });
    }),
};

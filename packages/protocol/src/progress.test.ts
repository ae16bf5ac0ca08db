import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeNotification } from './json-rpc.js';
import { progressEncoder } from './progress.js';

it('progress is written as any notification is', () => {
  const text = fc.string({ unit: 'binary' });
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
  const params = fc.record(
    { progress: finite, total: finite, message: text, _meta: fc.dictionary(text, fc.jsonValue()) },
    { requiredKeys: ['progress'] },
  );
  fc.assert(
    fc.property(fc.oneof(text, fc.maxSafeInteger()), params, (progressToken, rest) => {
      expect(progressEncoder(progressToken)(rest)).toBe(
        encodeNotification('notifications/progress', { progressToken, ...reordered(rest) }),
      );
    }),
  );
});

/** In the order of the schema. */
function reordered({ progress, total, message, _meta }: Record<string, unknown>): object {
  return { progress, total, message, _meta };
}

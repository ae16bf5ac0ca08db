import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@mcpfusion/client';
import { onEveryWire, rawOf } from '@mcpfusion/testing';
import { expect } from 'vitest';

/** Of the request; the person takes three times as long. */
const timeoutMs = 1_000;

onEveryWire(
  'a person may take longer than the timeout of the call (case 46)',
  async (wire) => {
    wire.answerWith(async () => {
      await sleep(3 * timeoutMs);
      return { action: 'accept', content: { confirm: true } };
    });
    expect(textOf(await rawOf(wire).callTool('refund', { id: 'slow' }, { timeoutMs }))).toBe('refunded slow');
  },
  { capabilities: { elicitation: { form: {} } }, clients: ['ours'], timeoutMs: 20_000 },
);

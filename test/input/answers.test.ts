import { textOf } from '@mcpfusion/client';
import { eventsOf, onEveryWire } from '@mcpfusion/testing';
import { expect } from 'vitest';

const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

onEveryWire(
  'A6 A7 MRT-01 MRT-13: the refund of the contract asks, and refunds once when it is approved',
  async (wire) => {
    const asked: unknown[] = [];
    wire.answerWith(({ params }) => {
      asked.push(params['message']);
      return { action: 'accept', content: { confirm: true } };
    });
    expect(textOf(await wire.callTool('refund', { id: 'a' }))).toBe('refunded a');
    expect(asked).toEqual(['Refund a?']);
    expect(eventsOf(await wire.probe(), 'a').map(({ what }) => what)).toEqual(['entered', 'entered', 'refunded']);
  },
  { capabilities: everything },
);

onEveryWire(
  'ELI-26 ELI25-24: a refusal ends the call, and nothing is refunded',
  async (wire) => {
    for (const [action, code] of [
      ['decline', 'INPUT_DECLINED'],
      ['cancel', 'INPUT_CANCELLED'],
    ] as const) {
      wire.answerWith(() => ({ action }));
      const result = await wire.callTool('refund', { id: action });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain(code);
      expect(eventsOf(await wire.probe(), action).map(({ what }) => what)).toEqual(['entered']);
    }
  },
  { capabilities: everything },
);

onEveryWire(
  'several questions are asked together, answers of earlier rounds and the state are there',
  async (wire) => {
    wire.answerWith(({ params }) => {
      const message = params['message'] as string;
      if (message.startsWith('Who')) return { action: 'accept', content: { name: 'Ann', extra: 1 } };
      if (message.includes('color')) return { action: 'accept', content: { color: 'red' } };
      return { action: 'decline' };
    });
    expect(textOf(await wire.callTool('interview', { tag: 'i' }))).toBe('Ann red none 1');
  },
  { capabilities: everything },
);

onEveryWire(
  'a page is visited after consent',
  async (wire) => {
    const asked: unknown[] = [];
    wire.answerWith(({ params }) => {
      asked.push(params['mode'], params['url']);
      return { action: 'accept' };
    });
    expect(textOf(await wire.callTool('connect'))).toBe('connected');
    expect(asked).toEqual(['url', 'https://example.com/connect?session=1']);
  },
  { capabilities: everything },
);

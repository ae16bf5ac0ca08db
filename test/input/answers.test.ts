import { textOf } from '@mcpfusion/client';
import { eventsOf, onEveryWire, outcomeOf } from '@mcpfusion/testing';
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

onEveryWire(
  'ELI-26 ELI-27, cases 41, 43: what is no consent refunds nothing, however it is wrapped',
  async (wire) => {
    const answers: object[] = [
      { action: 'accept', content: { confirm: false } },
      { action: 'decline', content: {} },
      { action: 'decline', content: { confirm: true } },
      { action: 'cancel' },
    ];
    const codes: string[] = [];
    for (const [at, answer] of answers.entries()) {
      let asked = 0;
      wire.answerWith(() => (asked++ === 0 ? answer : { action: 'decline' }));
      const text = textOf(await wire.callTool('refund', { id: String(at) }));
      codes.push(`${/code="(\w+)"/.exec(text)?.[1]} ${asked}`);
    }
    expect(codes).toEqual(['INPUT_DECLINED 2', 'INPUT_DECLINED 1', 'INPUT_DECLINED 1', 'INPUT_CANCELLED 1']);
    expect((await wire.probe()).events.filter(({ what }) => what === 'refunded')).toEqual([]);
  },
  { capabilities: everything },
);

onEveryWire(
  'while a person is asked, the key of a mutation is free',
  async (wire) => {
    let letGo = (): void => {};
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const asked: unknown[] = [];
    let hasAsked = (): void => {};
    const firstIsAsked = new Promise<void>((resolve) => (hasAsked = resolve));
    wire.answerWith(async ({ params }) => {
      asked.push(params['message']);
      hasAsked();
      if (params['message'] === 'Refund first?') await gate;
      return { action: 'accept', content: { confirm: true } };
    });
    const first = wire.callTool('refund', { id: 'first' });
    await firstIsAsked;
    expect(textOf(await wire.callTool('refund', { id: 'second' }))).toBe('refunded second');
    letGo();
    expect(textOf(await first)).toBe('refunded first');
    expect(asked).toEqual(['Refund first?', 'Refund second?']);
  },
  { capabilities: everything },
);

onEveryWire(
  'calls inside a call ask, at once and one after the other, and each sees its own answers',
  async (wire) => {
    wire.answerWith(({ params }) => ({
      action: 'accept',
      content: { word: (params['message'] as string).toUpperCase() },
    }));
    expect(textOf(await wire.callTool('words'))).toBe('OWN ONE TWO LAST OWN');
    const { counts } = await wire.probe();
    // The call of the probe itself runs.
    expect(counts).toEqual({ inFlight: 1, queued: 0, running: 1, abandonedTotal: 0 });
  },
  { capabilities: everything },
);

onEveryWire(
  'CAN25-04: a cancel takes the question back, and nothing is done',
  async (wire) => {
    const client = new AbortController();
    const isTakenBack = new Promise<void>((resolve) => {
      wire.answerWith(
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              resolve();
              reject(new Error('taken back'));
            });
            client.abort('enough');
          }),
      );
    });
    expect(await outcomeOf(wire.callTool('refund', { id: 'a' }, { signal: client.signal }))).toBe('given up');
    await isTakenBack;
    const state = await wire.probeUntil(({ counts }) => counts.inFlight === 1 && counts.running === 1);
    expect(eventsOf(state, 'a').map(({ what }) => what)).toEqual(['entered']);
  },
  { eras: ['2025-11-25'], capabilities: everything },
);

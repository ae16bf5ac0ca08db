import { textOf } from '@mcpfusion/client';
import { eventsOf, has, onEveryWire, outcomeOf, rawOf, type Wire } from '@mcpfusion/testing';
import { expect } from 'vitest';
import { stepsOf } from './lib/steps-of.js';

const capabilities = { elicitation: { form: {} } };
const yes = { action: 'accept', content: { confirm: true } };

/** Slot, key and everything else are free again: another call of the same mutation runs, and nothing is left. */
async function expectAllFree(wire: Wire): Promise<void> {
  wire.answerWith(() => yes);
  expect(textOf(await wire.callTool('provision', { tag: 'next' }))).toBe('https://env-next.example/');
  const { counts } = await wire.probeUntil(({ counts: { running } }) => running === 1);
  expect(counts).toEqual({ inFlight: 1, queued: 0, running: 1, abandonedTotal: 0 });
}

for (const [place, steps] of [
  ['first', []],
  ['create', ['create', 'cleaned up']],
  ['start', ['create', 'start', 'cleaned up']],
] as const) {
  onEveryWire(
    `CAN-13 CAN25-04, C1: a generator that is cancelled at "${place}" cleans up and lets go`,
    async (wire) => {
      wire.answerWith(() => yes);
      const controller = new AbortController();
      const call = outcomeOf(wire.callTool('provision', { tag: 'a', gate: place }, { signal: controller.signal }));
      await wire.probeUntil((state) =>
        place === 'first' ? has('a', 'started')(state) : stepsOf(state, 'a').includes(place),
      );
      controller.abort('enough');
      expect(await call).toBe('given up');
      if (place !== 'first') await wire.probeUntil((state) => stepsOf(state, 'a').includes('cleaned up'));
      await wire.probeUntil(({ counts }) => counts.running === 1);
      const state = await wire.probe();
      expect(stepsOf(state, 'a')).toEqual(steps);
      expect(eventsOf(state, 'a').filter(({ what }) => what === 'finally')).toHaveLength(place === 'first' ? 0 : 1);
      await expectAllFree(wire);
    },
    { capabilities },
  );
}

onEveryWire(
  'CAN25-04 ELI25-24, C1: a generator that is cancelled while its user is asked takes the question back and cleans up',
  async (wire) => {
    let asked!: () => void;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const takenBack = new Promise<void>((resolve) => {
      wire.answerWith(({ signal }) => {
        asked();
        return new Promise((answer) => {
          const stop = (): void => {
            resolve();
            answer({ action: 'cancel' });
          };
          if (signal) signal.addEventListener('abort', stop, { once: true });
          // This client is not told: its server must not wait for the answer.
          else setTimeout(stop, 200);
        });
      });
    });
    const controller = new AbortController();
    const call = outcomeOf(wire.callTool('provision', { tag: 'a' }, { signal: controller.signal }));
    await isAsked;
    // Its key is free meanwhile.
    wire.answerWith(() => yes);
    expect(textOf(await wire.callTool('provision', { tag: 'other' }))).toBe('https://env-other.example/');
    controller.abort('enough');
    expect(await call).toBe('given up');
    await takenBack;
    await wire.probeUntil((state) => stepsOf(state, 'a').includes('cleaned up'));
    expect(stepsOf(await wire.probe(), 'a')).toEqual(['create', 'cleaned up']);
    await expectAllFree(wire);
  },
  { capabilities, eras: ['2025-11-25'] },
);

onEveryWire(
  'CAN-04, C1: a connection that is dropped in a step ends the generator, which cleans up',
  async (wire) => {
    const call = rawOf(wire).start('tools/call', { name: 'provision', arguments: { tag: 'a', gate: 'create' } });
    await wire.probeUntil((state) => stepsOf(state, 'a').includes('create'));
    call.disconnect();
    await expect(call.result).rejects.toThrow('dropped by this side');
    await wire.probeUntil((state) => stepsOf(state, 'a').includes('cleaned up'));
    expect(eventsOf(await wire.probe(), 'a').find(({ what }) => what === 'aborted')).toMatchObject({
      kind: 'disconnect',
    });
    await expectAllFree(wire);
  },
  { capabilities, eras: ['2026-07-28'], transports: ['http'], clients: ['ours'] },
);

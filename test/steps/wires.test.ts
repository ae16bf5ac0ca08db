import { onEveryWire } from '@mcpfusion/testing';
import { describe, expect } from 'vitest';
import { stepsOf } from './lib/steps-of.js';

const capabilities = { elicitation: { form: {} } };
const accept = (content: object) => ({ action: 'accept', content });

describe('C1: a generator that asks', () => {
  onEveryWire(
    'does each step once, and reports progress once',
    async (wire) => {
      wire.answerWith(({ params }) => {
        expect(params).toMatchObject({ message: 'Start env-a?' });
        return accept({ confirm: true, label: 'blue' });
      });
      const reported: number[] = [];
      const onProgress = ({ progress }: { readonly progress: number }): void => void reported.push(progress);
      const { content } = await wire.callTool('provision', { tag: 'a' }, { onProgress });
      expect(content).toMatchObject([{ text: 'https://env-a.example/blue' }]);
      expect(stepsOf(await wire.probe(), 'a')).toEqual(['create', 'start']);
      // The official client counts its rounds as progress of its own.
      const ofServer = wire.client === 'sdk-v2' ? reported.filter((value) => value !== 1) : reported;
      // And on a busy machine it loses what comes in one chunk with the result.
      if (wire.client === 'ours' || wire.transport !== 'stdio') expect(ofServer).toEqual([10, 60, 90]);
      else expect([10, 60, 90].filter((value) => ofServer.includes(value))).toEqual(ofServer);
    },
    { capabilities },
  );

  for (const action of ['decline', 'cancel']) {
    onEveryWire(
      `ELI-26: a user who says ${action} is a thrown error, which the handler may act on`,
      async (wire) => {
        wire.answerWith(() => ({ action }));
        const { isError, _meta } = await wire.callTool('provision', { tag: 'a' });
        const code = action === 'decline' ? 'INPUT_DECLINED' : 'INPUT_CANCELLED';
        expect([isError, _meta?.['dev.mcpfusion/error']]).toMatchObject([true, { code }]);
        expect(stepsOf(await wire.probe(), 'a')).toEqual(['create', `undo after ${action}`]);
      },
      { capabilities },
    );
  }

  onEveryWire(
    'asks several at once, round after round',
    async (wire) => {
      let asked = 0;
      wire.answerWith(({ params }) => {
        asked++;
        const [kind = '', number = ''] = (params['message'] as string).replace('?', '').split(/,? /);
        if (kind === 'And') return accept({ sure: number !== '2' });
        return accept({ n: Number(number) * 10 });
      });
      const { content } = await wire.callTool('survey', { tag: 'a', times: 3 });
      expect(content).toMatchObject([{ text: '10 -20 30' }]);
      expect(stepsOf(await wire.probe(), 'a')).toEqual(['1', '2', '3']);
      expect(asked).toBe(6);
    },
    { capabilities },
  );

  onEveryWire('ELI-9: a client that cannot be asked is told so, and what was made is cleaned up', async (wire) => {
    const answer = await wire.callTool('provision', { tag: 'a' }).catch((error: unknown) => error);
    const { code, _meta } = answer as { code?: number; _meta?: Record<string, { code?: string }> };
    expect(_meta?.['dev.mcpfusion/error']?.code ?? code).toBe(
      wire.era === '2026-07-28' ? -32021 : 'ELICITATION_UNSUPPORTED',
    );
    expect(stepsOf(await wire.probe(), 'a')).toEqual(['create', 'cleaned up']);
  });
});

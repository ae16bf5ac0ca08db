import { onEveryWire } from '@mcpfusion/testing';
import { expect } from 'vitest';

const capabilities = { elicitation: { form: {}, url: {} } };
const text = (result: unknown): string => JSON.stringify(result);

onEveryWire(
  'ELI-15 ELI25-10: a visit is waited for, whoever is asked for it',
  async (wire) => {
    const asked: unknown[] = [];
    wire.answerWith(async ({ params }) => {
      asked.push(params['elicitationId']);
      // The page is quicker than the client.
      expect(text(await wire.callTool('visit.over', { id: 'v1' }))).toContain('true');
      return { action: 'accept' };
    });
    expect(text(await wire.callTool('visit', { id: 'v1' }))).toContain('visited v1');
    expect(asked).toEqual([wire.era === '2025-11-25' ? 'v1' : undefined]);
    expect(text(await wire.callTool('visit.over', { id: 'v2' }))).toContain('false');
    expect(wire.raw?.findings ?? []).toEqual([]);
  },
  { capabilities },
);

onEveryWire(
  'consent is not the end of a visit',
  async (wire) => {
    let asked = 0;
    wire.answerWith(async () => {
      asked++;
      return { action: 'accept' };
    });
    let isOver = false;
    const visiting = wire.callTool('visit', { id: 'v1' }).finally(() => (isOver = true));
    // Until a retry has come that was too early, or the one question is answered.
    await expect.poll(() => asked).toBe(1);
    await wire.callTool('echo', { text: 'x' });
    expect(isOver).toBe(false);
    await wire.callTool('visit.over', { id: 'v1' });
    expect(text(await visiting)).toContain('visited v1');
    expect(wire.raw?.findings ?? []).toEqual([]);
  },
  { capabilities },
);

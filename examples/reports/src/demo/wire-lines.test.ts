import type { Frame } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { plainText } from './line.js';
import { wireLines } from './wire-lines.js';

const frame = (direction: 'in' | 'out', message: object): Frame =>
  ({ direction, atMs: 0, raw: JSON.stringify(message), message }) as unknown as Frame;
const question = { message: 'Sure?', requestedSchema: { properties: { ok: { type: 'boolean' } } } };
const accept = { action: 'accept', content: { ok: true } };

describe('what passed', () => {
  it('is told in one line a message: a question that is a result, and its retry', () => {
    const inputRequests = { input: { method: 'elicitation/create', params: question } };
    const lines = wireLines([
      frame('out', { kind: 'request', method: 'tools/call', params: { arguments: { id: 1 } } }),
      frame('in', { kind: 'response', result: { inputRequests, requestState: 'abc' } }),
      frame('out', {
        kind: 'request',
        method: 'tools/call',
        params: { inputResponses: { input: accept }, requestState: 'abc' },
      }),
      frame('in', { kind: 'response', result: { content: [{ text: 'over\nand done' }] } }),
    ]);
    expect(lines.map(plainText)).toEqual([
      '  → tools/call          {"id":1}',
      '  ← input_required      "Sure?" ok: boolean + a sealed state, 3 bytes',
      '  → tools/call          accept {"ok":true} + the state as it came',
      '  ← result              over',
    ]);
  });

  it('is told of a visit to a page, whose address differs from run to run', () => {
    const lines = wireLines([
      frame('in', {
        kind: 'request',
        method: 'elicitation/create',
        params: { mode: 'url', message: 'Connect', url: 'http://127.0.0.1:1/x' },
      }),
      frame('in', { kind: 'notification', method: 'notifications/elicitation/complete', params: {} }),
    ]);
    expect(lines.map(plainText)).toEqual([
      '  ← elicitation/create  "Connect" the address of a page',
      '  ← elicitation/complete the visit is over',
    ]);
  });

  it('is told of a question on the live channel, and nothing of what does not belong to it', () => {
    const lines = wireLines([
      frame('in', { kind: 'request', method: 'elicitation/create', params: question }),
      frame('out', { kind: 'response', result: { action: 'decline' } }),
      frame('in', { kind: 'notification', method: 'notifications/progress', params: {} }),
      { ...frame('in', {}), message: undefined },
    ]);
    expect(lines.map(plainText)).toEqual([
      '  ← elicitation/create  "Sure?" ok: boolean',
      '  → its answer          decline',
    ]);
  });
});

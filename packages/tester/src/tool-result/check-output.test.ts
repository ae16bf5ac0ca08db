import type { CallResult, ListedTool } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { checkOutput } from './check-output.js';

const outputSchema = {
  type: 'object',
  properties: { sum: { type: 'number' }, list: { type: 'array', items: { type: 'string' } } },
  required: ['sum'],
};
const tool = { name: 'add', outputSchema } as unknown as ListedTool;
const result = (more: object): CallResult => ({ content: [], isError: false, ...more }) as CallResult;

describe('a result against the output schema of its tool', () => {
  it.each<[string, object]>([
    ['that fits', { structuredContent: { sum: 3 } }],
    ['of a tool error', { isError: true }],
    ['that says it is complete', { resultType: 'complete', structuredContent: { sum: 3 } }],
    ['that asks back', { resultType: 'input_required' }],
  ])('%s is right', async (_name, more) => {
    expect(await checkOutput(tool, result(more))).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['without structured content', {}, 'but its result has no structuredContent'],
    ['complete without it', { resultType: 'complete' }, 'but its result has no structuredContent'],
    ['of another type', { structuredContent: { sum: '3' } }, 'does not match its output schema: /sum: '],
  ])('%s is wrong', async (_name, more, text) => {
    expect(await checkOutput(tool, result(more))).toContain(text);
  });

  it('tells what is wrong at the place where it is, once', async () => {
    const told = await checkOutput(tool, result({ structuredContent: { sum: 1, list: ['a', 2] } }));
    expect(told).toMatch(/schema: \/list\/1: [^;]+$/);
  });

  it('needs none without a schema, or without a tool', async () => {
    expect(await checkOutput({ name: 'add' } as ListedTool, result({}))).toBeUndefined();
    expect(await checkOutput(undefined, result({}))).toBeUndefined();
  });
});

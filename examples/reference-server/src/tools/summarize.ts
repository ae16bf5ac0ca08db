import { inputResponse, requireInput } from '@mcpfusion/core';
import { f } from '../fusion.js';

/** Asks the model of its client. */
export const summarize = f
  .query('summarize')
  .describe('Summarize a text with the model of the client')
  .withString('text')
  .interactive()
  .output(
    {
      type: 'object',
      properties: { summary: { type: 'string' }, model: { type: 'string' } },
      required: ['summary', 'model'],
    },
    { content: ({ summary, model }) => `Summary (${String(model)}): ${String(summary)}` },
  )
  .handle(({ text }) => {
    const answer = inputResponse<{ model?: string; content: { text?: string } }>();
    if (answer) return { summary: answer.content.text ?? '', model: answer.model ?? 'unknown' };
    const content = { type: 'text', text: `Summarize in one sentence: ${text}` };
    return requireInput.sampling({ messages: [{ role: 'user', content }], maxTokens: 200 });
  });

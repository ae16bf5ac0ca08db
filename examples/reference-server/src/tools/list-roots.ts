import { inputResponse, requireInput } from '@mcpfusion/core';
import { f } from '../fusion.js';

/** Asks where its client lets it work. */
export const listRoots = f
  .query('list_roots')
  .describe('List the roots of the client')
  .interactive()
  .output(
    {
      type: 'object',
      properties: { roots: { type: 'array', items: { type: 'string' } } },
      required: ['roots'],
    },
    { content: ({ roots }) => wordsOf(roots as readonly string[]) },
  )
  .handle(() => {
    const answer = inputResponse<{ roots: { uri: string }[] }>();
    return answer ? { roots: answer.roots.map(({ uri }) => uri) } : requireInput.roots();
  });

function wordsOf(roots: readonly string[]): string {
  return `Roots (${roots.length}): ${roots.join(', ')}`;
}

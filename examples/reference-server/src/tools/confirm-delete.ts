import { ask, inputResponse, requireInput, type ElicitResponse } from '@mcpfusion/core';
import { f } from '../fusion.js';

/** Asks before it deletes, and tells every answer. Nothing is really deleted. */
export const confirmDelete = f
  .mutation('confirm_delete')
  .describe('Delete an item, if the user confirms')
  .withString('item')
  .interactive({ onRefusal: 'reenter' })
  .output(
    {
      type: 'object',
      properties: { deleted: { type: 'boolean' }, reason: { type: 'string' } },
      required: ['deleted', 'reason'],
    },
    { content: wordsOf },
  )
  .handle(({ item }) => {
    const answer = inputResponse<ElicitResponse>();
    if (!answer) {
      return requireInput.elicit(`Delete "${item}"?`, {
        confirm: ask.boolean('Really delete it'),
        reason: ask.string('Why').optional(),
      });
    }
    if (answer.action !== 'accept') return { item, deleted: false, reason: `user chose ${answer.action}` };
    const { confirm, reason = 'none given' } = answer.content as { confirm: boolean; reason?: string };
    return confirm ? { item, deleted: true, reason } : { item, deleted: false, reason: 'user did not confirm' };
  });

function wordsOf({ item, deleted, reason }: Record<string, unknown>): string {
  return deleted === true ? `Deleted ${String(item)} (reason: ${String(reason)})` : `Not deleted: ${String(reason)}`;
}

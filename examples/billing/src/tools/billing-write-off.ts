import { ask, inputResponse, readInput, readRequestState, requireInput } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { getOpenInvoice, writeOff } from '../ledger/write-offs.js';

const reasons = {
  insolvent: 'The customer is insolvent',
  disputed: 'The customer disputes it',
  small: 'It is not worth the trouble',
} as const;
const why = {
  reason: ask.enum(reasons, 'Why it will not be paid'),
  percent: ask.integer('How much of it, in percent').min(1).max(100).default(100),
};
const memo = { memo: ask.string('A line for the books').max(200) };

/** Two questions in one round; the memo may be refused, the reason may not. */
export default f
  .mutation('billing.write_off')
  .describe('Write off an open invoice, or a part of it. The user is asked for the reason.')
  .withString('id', 'Invoice ID')
  .interactive({ needs: ['form'], onRefusal: 'reenter' })
  .handle(async ({ id }) => {
    const invoice = await getOpenInvoice(id);
    const { amountCents } = invoice;
    // What the user was shown. If another call has changed the invoice since, the answers are to something else.
    const shown = readRequestState<{ readonly amountCents: number }>();
    if (shown?.amountCents !== amountCents) {
      return requireInput({
        inputRequests: {
          why: requireInput.elicit(`Write off ${amountCents / 100} of ${invoice.customer}?`, why),
          memo: requireInput.elicit('A memo for the books?', memo),
        },
        state: { amountCents },
      });
    }
    const answer = readInput('why', why);
    if (!answer) return `Nothing was written off: the user chose to ${inputResponse('why')?.['action'] as string}.`;
    const done = await writeOff(invoice, answer.percent);
    return { ...done, reason: reasons[answer.reason], memo: readInput('memo', memo)?.memo ?? 'none' };
  });

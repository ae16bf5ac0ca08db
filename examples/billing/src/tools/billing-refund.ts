// The tool as the front page of the framework shows it, ctx and all. A test holds it to the letter.
/* oxlint-disable no-unused-vars */
import { ask, readInput, requireInput } from '@mcpfusion/core';
import { f } from '../fusion.js';
import { getInvoice, processRefund } from '../ledger/refunds.js';

// oxfmt-ignore
export default f.mutation('billing.refund')
  .withString('id', 'Invoice ID')
  .interactive()
  .handle(async (input, ctx) => {
    const invoice = await getInvoice(input.id);
    const confirm = readInput('confirm');
    if (!confirm) {
      return requireInput.elicit(
        `Refund ${invoice.amountCents / 100} to ${invoice.customer}?`,
        { confirm: ask.boolean('Approve the refund') },
      );
    }
    return processRefund(invoice);
  });

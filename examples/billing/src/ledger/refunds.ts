import { FusionError } from '@mcpfusion/core';
import { findInvoice } from './find-invoice.js';
import type { Invoice } from './invoice.js';
import { ledger } from './ledger.js';

export interface Refund {
  readonly invoice: string;
  readonly customer: string;
  readonly refundedCents: number;
}

/** An invoice that can be refunded; any other is an error that says what to do, so that nobody is asked in vain. */
export async function getInvoice(id: string): Promise<Invoice> {
  const invoice = findInvoice(id);
  if (invoice.status === 'paid') return invoice;
  if (invoice.status === 'refunded') throw alreadyRefunded(id);
  throw new FusionError('INVOICE_NOT_PAID', `Invoice ${id} is ${invoice.status}, so there is nothing to refund.`, {
    recovery: 'billing.list_invoices with status "paid" has the invoices that can be refunded.',
  });
}

/** Refunds the invoice as it was read, once. Where the money moves, the payment provider gets the id as idempotency key. */
export async function processRefund(invoice: Invoice): Promise<Refund> {
  if (!ledger.change(invoice, { status: 'refunded' })) {
    if (ledger.find(invoice.id)?.status === 'refunded') throw alreadyRefunded(invoice.id);
    throw new FusionError('INVOICE_CHANGED', `Invoice ${invoice.id} was changed a moment ago; nothing was refunded.`, {
      recovery: 'Look at it with billing.get_invoice and call again if it still is to be refunded.',
    });
  }
  return { invoice: invoice.id, customer: invoice.customer, refundedCents: invoice.amountCents };
}

function alreadyRefunded(id: string): FusionError {
  return new FusionError('ALREADY_REFUNDED', `Invoice ${id} has been refunded before. Nothing was refunded now.`, {
    recovery: 'Tell the user. Do not call again for this invoice.',
  });
}

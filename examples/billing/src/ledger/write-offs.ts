import { FusionError } from '@mcpfusion/core';
import { findInvoice } from './find-invoice.js';
import type { Invoice } from './invoice.js';
import { ledger } from './ledger.js';

export interface WriteOff {
  readonly invoice: string;
  readonly writtenOffCents: number;
  /** What the customer still owes. */
  readonly openCents: number;
}

/** An invoice that is yet to be paid. */
export async function getOpenInvoice(id: string): Promise<Invoice> {
  const invoice = findInvoice(id);
  if (invoice.status === 'open') return invoice;
  throw new FusionError('INVOICE_NOT_OPEN', `Invoice ${id} is ${invoice.status}; nobody owes it.`, {
    recovery: 'billing.list_invoices with status "open" has the invoices that can be written off.',
  });
}

/** Writes off a share of the invoice as it was read, in percent. */
export async function writeOff(invoice: Invoice, percent: number): Promise<WriteOff> {
  const writtenOffCents = Math.round((invoice.amountCents * percent) / 100);
  const openCents = invoice.amountCents - writtenOffCents;
  const changes = openCents === 0 ? { status: 'written_off' as const } : { amountCents: openCents };
  if (!ledger.change(invoice, changes))
    throw new FusionError(
      'INVOICE_CHANGED',
      `Invoice ${invoice.id} was changed a moment ago; nothing was written off.`,
      {
        recovery: 'Look at it with billing.get_invoice and call again if it still is to be written off.',
      },
    );
  return { invoice: invoice.id, writtenOffCents, openCents };
}

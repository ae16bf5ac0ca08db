import { FusionError } from '@mcpfusion/core';
import type { Invoice } from './invoice.js';
import { ledger } from './ledger.js';

/** Any invoice. Throws `INVOICE_UNKNOWN`. */
export function findInvoice(id: string): Invoice {
  const invoice = ledger.find(id);
  if (invoice) return invoice;
  throw new FusionError('INVOICE_UNKNOWN', `There is no invoice ${id}.`, {
    recovery: 'billing.list_invoices has the ids of all invoices.',
  });
}

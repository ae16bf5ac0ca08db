import { f } from '../fusion.js';
import { findInvoice } from '../ledger/find-invoice.js';

export default f
  .query('billing.get_invoice')
  .describe('One invoice')
  .withString('id', 'Invoice ID')
  .handle(({ id }) => findInvoice(id));

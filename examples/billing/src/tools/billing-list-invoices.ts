import { f } from '../fusion.js';
import { statuses } from '../ledger/invoice.js';
import { ledger } from '../ledger/ledger.js';

export default f
  .query('billing.list_invoices')
  .describe('List invoices, all or those of one status')
  .withEnum('status', statuses, 'Only those', { optional: true })
  .handle(({ status }) => ledger.list().filter((invoice) => status === undefined || invoice.status === status));

export { ledger } from './ledger/ledger.js';
export { createBillingServer } from './server.js';
export type { BillingServerOptions } from './server.js';

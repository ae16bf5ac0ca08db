import { serveHttp } from '@mcpfusion/core/node';
import { createBillingServer } from './server.js';

// Where more than one process serves the same clients, set MCPFUSION_STATE_KEY and give the server a store they share.
const listener = await serveHttp(await createBillingServer(), { port: Number(process.env['PORT'] ?? 3000) });
console.error(`Billing server: ${listener.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());

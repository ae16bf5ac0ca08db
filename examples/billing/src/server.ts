import { createServer, type Server, type ServerOptions } from '@mcpfusion/core';
import { discoverTools } from '@mcpfusion/core/node';

export type BillingServerOptions = Pick<ServerOptions<object>, 'log' | 'onCallEvent' | 'input' | 'store'>;

/** The billing server, for any transport. Each file in `tools` is one tool. */
export async function createBillingServer(options: BillingServerOptions = {}): Promise<Server> {
  return createServer({
    name: 'billing',
    version: '0.1.0',
    title: 'Billing',
    instructions: 'Invoices of a small business. Refunds and write-offs ask the user before anything is done.',
    tools: await discoverTools(new URL('./tools', import.meta.url)),
    ...options,
  });
}

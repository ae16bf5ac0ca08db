import { createServer, type Server, type ServerOptions } from '@mcpfusion/core';
import { discoverTools } from '@mcpfusion/core/node';
import type { AppContext } from './app-context.js';
import { Cloud } from './cloud/cloud.js';

export interface ProvisionServerOptions extends Pick<
  ServerOptions<AppContext>,
  'log' | 'onCallEvent' | 'input' | 'store'
> {
  /** Default: one in the memory of this process. */
  readonly cloud?: Cloud;
}

/** The provision server, for any transport. Each file in `tools` is one tool. */
export async function createProvisionServer({
  cloud = new Cloud(),
  ...options
}: ProvisionServerOptions = {}): Promise<Server> {
  return createServer<AppContext>({
    name: 'provision',
    version: '0.1.0',
    title: 'Environments',
    instructions: 'Environments in the cloud. The user sees the price of one before it starts.',
    tools: await discoverTools<AppContext>(new URL('./tools', import.meta.url)),
    contextFactory: () => ({ cloud }),
    ...options,
  });
}

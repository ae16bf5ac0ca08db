import { createServer, type Server, type ServerOptions } from '@mcpfusion/core';
import { discoverTools } from '@mcpfusion/core/node';
import type { AppContext } from './app-context.js';

export interface ConnectServerOptions
  extends AppContext, Pick<ServerOptions<AppContext>, 'log' | 'onCallEvent' | 'input' | 'store'> {}

/** The connect server. Each file in `tools` is one tool. */
export async function createConnectServer({ links, pageUrl, ...options }: ConnectServerOptions): Promise<Server> {
  return createServer<AppContext>({
    name: 'connect',
    version: '0.1.0',
    title: 'Mail accounts',
    instructions: 'Mail accounts of users. Each is connected by its owner, on a web page.',
    tools: await discoverTools<AppContext>(new URL('./tools', import.meta.url)),
    contextFactory: () => ({ links, pageUrl }),
    ...options,
  });
}

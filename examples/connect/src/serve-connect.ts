import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '@mcpfusion/core';
import { toNodeHandler } from '@mcpfusion/core/node';
import { Links } from './accounts/links.js';
import { ConsentPage } from './page/consent-page.js';
import { createConnectServer, type ConnectServerOptions } from './server.js';
import { userOfToken } from './users.js';

export interface ServeConnectOptions extends Partial<Omit<ConnectServerOptions, 'pageUrl'>> {
  /** 0: the system chooses one. */
  readonly port: number;
}

export interface ConnectListener {
  /** Of the MCP endpoint. */
  readonly url: string;
  readonly server: Server;
  close(): Promise<void>;
}

/** The MCP endpoint and the consent page on one port of this machine. */
export async function serveConnect({
  port,
  links = new Links(),
  ...options
}: ServeConnectOptions): Promise<ConnectListener> {
  let origin = '';
  const server = await createConnectServer({ ...options, links, pageUrl: (id) => `${origin}/connect/${id}` });
  const endpoint = toNodeHandler(server);
  const page = new ConsentPage({ server, links, origin: () => origin });

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.url !== '/mcp') {
      page.handle(request, response).catch((error: unknown) => {
        console.error(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500).end();
      });
      return;
    }
    const principal = userOfToken(request.headers.authorization);
    if (principal === undefined) response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    else endpoint(request, response, { principal });
  };

  const listener = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url: `${origin}/mcp`,
    server,
    close: async () => {
      await server.close();
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

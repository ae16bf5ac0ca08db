import { fileURLToPath } from 'node:url';
import type { Server } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import { createFixtureServer, type FixtureOptions } from './fixture-server.js';
import type { WireTransport } from './wire.js';

/** Where a server is to be found. */
export type Target =
  | { readonly transport: 'memory'; readonly server: Server }
  | { readonly transport: 'http'; readonly url: string }
  | { readonly transport: 'stdio'; readonly command: string; readonly args: readonly string[] };

/** How the server of a test comes to be. */
export interface WireServer {
  /** memory and http: in this process. */
  readonly create: () => Server;
  /** stdio: a module for Node that serves the same. */
  readonly stdioMain: URL;
  readonly stdioArgs?: readonly string[];
}

export interface Host {
  readonly target: Target;
  readonly close: () => Promise<void>;
}

/** The fixture. On stdio it needs the built packages, as any process of its own does. */
export function fixtureServer(options: FixtureOptions = {}): WireServer {
  return {
    create: () => createFixtureServer(options.server).server,
    stdioMain: new URL('../dist/stdio-main.js', import.meta.url),
    stdioArgs: [JSON.stringify(options)],
  };
}

export async function startHost(
  transport: WireTransport,
  { create, stdioMain, stdioArgs = [] }: WireServer,
): Promise<Host> {
  if (transport === 'stdio') {
    const args = [fileURLToPath(stdioMain), ...stdioArgs];
    return { target: { transport, command: process.execPath, args }, close: () => Promise.resolve() };
  }
  const server = create();
  const close = (): Promise<void> => server.close({ drainMs: 0 });
  if (transport === 'memory') return { target: { transport, server }, close };
  const { url } = await serveHttp(server, { port: 0 });
  return { target: { transport, url }, close };
}

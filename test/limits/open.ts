import { connect, http, stdio, type Client } from '@mcpfusion/client';
import type { LogRecord } from '@mcpfusion/core';
import { serveHttp, type ServeHttpOptions } from '@mcpfusion/core/node';
import type { StdioOptions } from '@mcpfusion/core/stdio';
import type { Era } from '@mcpfusion/protocol';
import { createFixtureServer, fixtureServer, type FixtureOptions, type FixtureServer } from '@mcpfusion/testing';
import { fileURLToPath } from 'node:url';

export const eras = ['2025-11-25', '2026-07-28'] as const;

/** Both transports with both eras. */
export const wires = eras.flatMap((era) => [
  { era, transport: 'stdio' as const },
  { era, transport: 'http' as const },
]);

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly fixture: FixtureServer;
  /** What the server's own log has been told. */
  readonly records: LogRecord[];
}

/** The fixture over HTTP, in this process. */
export async function serveFixture(
  options: ServeHttpOptions = {},
  server: NonNullable<FixtureOptions['server']> = {},
): Promise<Served> {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => {
    if (record.logger === 'server') records.push(record);
  };
  const fixture = createFixtureServer({ ...server, log });
  const { url } = await serveHttp(fixture.server, { port: 0, ...options });
  return { url, fixture, records, [Symbol.asyncDispose]: () => fixture.server.close({ drainMs: 0 }) };
}

/** The fixture as a process of its own. */
export function connectStdio(era: Era, options: StdioOptions): Promise<Client> {
  const { stdioMain, stdioArgs = [] } = fixtureServer({ stdio: options });
  return connect(stdio({ command: process.execPath, args: [fileURLToPath(stdioMain), ...stdioArgs] }), { era });
}

export interface OpenClient extends AsyncDisposable {
  readonly client: Client;
}

/** One client of a fixture with these limits. */
export async function openClient(
  { era, transport }: (typeof wires)[number],
  limits: Pick<StdioOptions & ServeHttpOptions, 'maxInFlight'>,
): Promise<OpenClient> {
  const served = transport === 'http' ? await serveFixture(limits) : undefined;
  const client = served ? await connect(http({ url: served.url }), { era }) : await connectStdio(era, limits);
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await served?.[Symbol.asyncDispose]();
    },
  };
}

import { connect, http, stdio, type Client } from '@mcpfusion/client';
import type { LogRecord } from '@mcpfusion/core';
import { serveHttp, type ServeHttpOptions } from '@mcpfusion/core/node';
import type { StdioOptions } from '@mcpfusion/core/stdio';
import type { Era } from '@mcpfusion/protocol';
import { createFixtureServer, fixtureServer, type FixtureOptions, type FixtureServer } from '@mcpfusion/testing';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const eras = ['2025-11-25', '2026-07-28'] as const;

/** Both transports with both eras. */
export const wires = eras.flatMap((era) => [
  { era, transport: 'stdio' as const },
  { era, transport: 'http' as const },
]);

export interface Served {
  readonly url: string;
  readonly fixture: FixtureServer;
  /** What the server's own log has been told. */
  readonly records: LogRecord[];
}

/** The fixture over HTTP, in this process, until the test has ended. */
export async function serveFixture(
  options: ServeHttpOptions = {},
  server: NonNullable<FixtureOptions['server']> = {},
): Promise<Served> {
  const records: LogRecord[] = [];
  const log = (record: LogRecord): void => {
    if (record.logger === 'server') records.push(record);
  };
  const fixture = createFixtureServer({ ...server, log });
  onTestFinished(() => fixture.server.close({ drainMs: 0 }));
  const { url } = await serveHttp(fixture.server, { port: 0, ...options });
  return { url, fixture, records };
}

/** Closed when the test has ended. */
export async function connectHttp(url: string, era: Era): Promise<Client> {
  return closedLater(await connect(http({ url }), { era }));
}

/** One client of a fixture with these limits. On stdio that is a process of its own. */
export async function openClient(
  { era, transport }: (typeof wires)[number],
  limits: Pick<StdioOptions & ServeHttpOptions, 'maxInFlight'>,
): Promise<Client> {
  if (transport === 'http') return connectHttp((await serveFixture(limits)).url, era);
  const { stdioMain, stdioArgs = [] } = fixtureServer({ stdio: limits });
  const args = [fileURLToPath(stdioMain), ...stdioArgs];
  return closedLater(await connect(stdio({ command: process.execPath, args }), { era }));
}

function closedLater(client: Client): Client {
  onTestFinished(() => client.close());
  return client;
}

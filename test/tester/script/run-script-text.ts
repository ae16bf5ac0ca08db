import { fileURLToPath } from 'node:url';
import { connect, http, memory, stdio, type ConnectOptions, type Transport } from '@mcpfusion/client';
import { connectInMemory, type Server } from '@mcpfusion/core';
import { serveHttp } from '@mcpfusion/core/node';
import type { Era } from '@mcpfusion/protocol';
import type { Target } from '@mcpfusion/testing';
import { createReferenceServer } from '../../../examples/reference-server/src/server.js';
import type { Connection } from '../../../packages/tester/src/connection/connection.js';
import type { EraChoice } from '../../../packages/tester/src/connection/target.js';
import { ConnectionFailure } from '../../../packages/tester/src/exit/tester-error.js';
import { parseScript } from '../../../packages/tester/src/script/parse.js';
import { runScript, type ScriptRun } from '../../../packages/tester/src/script/run-script.js';
import { tickMs } from '../reference-targets.js';
import type { ScriptHost } from '../../../packages/tester/src/script/script-host.js';

export type ScriptTransport = 'memory' | 'stdio' | 'http';

/** A server that scripts can connect to. */
export interface ScriptServer {
  readonly transport: () => Transport;
  readonly close: () => Promise<void>;
}

/** The reference server. On stdio it needs what is built. */
export async function referenceServer(transport: ScriptTransport): Promise<ScriptServer> {
  if (transport === 'stdio') {
    const main = fileURLToPath(new URL('../../../examples/reference-server/dist/main.js', import.meta.url));
    return {
      transport: () => stdio({ command: process.execPath, args: [main, '--stdio', `--tick-ms=${tickMs}`] }),
      close: () => Promise.resolve(),
    };
  }
  const server = createReferenceServer({ log: false, tickMs });
  return transport === 'http' ? httpServer(server) : memoryServer(server);
}

export function memoryServer(server: Server): ScriptServer {
  return {
    transport: () => memory((onFrame) => connectInMemory(server, onFrame)),
    close: () => server.close({ drainMs: 0 }),
  };
}

export async function httpServer(server: Server): Promise<ScriptServer> {
  const { url } = await serveHttp(server, { port: 0 });
  return { transport: () => http({ url }), close: () => server.close({ drainMs: 0 }) };
}

/** The way to a server of the test kit. */
export function toTransport(target: Target): Transport {
  switch (target.transport) {
    case 'memory':
      return memory((onFrame) => connectInMemory(target.server, onFrame));
    case 'http':
      return http({ url: target.url });
    case 'stdio':
      return stdio({ command: target.command, args: target.args });
  }
}

export interface RunOptions extends Partial<Omit<ScriptHost, 'open' | 'era'>> {
  readonly era?: Era;
  readonly file?: string;
  readonly connectOptions?: Partial<ConnectOptions>;
}

/** A run, and what was printed. */
export interface TextRun extends ScriptRun {
  readonly printed: readonly string[];
  /** Of the steps that failed. */
  readonly errors: readonly (string | undefined)[];
}

export async function runText(
  text: string,
  { transport }: Pick<ScriptServer, 'transport'>,
  options: RunOptions = {},
): Promise<TextRun> {
  const { era = '2026-07-28', file = 'test.mcp', connectOptions, ...rest } = options;
  const printed: string[] = [];
  const run = await runScript(parseScript(text, file), {
    open: (wanted, input) => open(transport(), wanted, { ...input, ...connectOptions }),
    era,
    print: (line) => printed.push(line),
    readLine: () => Promise.resolve(undefined),
    env: {},
    signal: new AbortController().signal,
    ...rest,
  });
  return { ...run, printed, errors: run.steps.filter(({ isOk }) => !isOk).map(({ error }) => error) };
}

async function open(transport: Transport, era: EraChoice, options: Partial<ConnectOptions> = {}): Promise<Connection> {
  const client = await connect(transport, { ...options, era }).catch((error: unknown) => {
    throw new ConnectionFailure(error instanceof Error ? error.message : String(error), { cause: error });
  });
  return {
    client,
    target: { kind: 'stdio', command: 'test', label: 'test', era, timeoutMs: options.requestTimeoutMs ?? 60_000 },
    findings: [],
    stderrTail: () => client.stderrTail,
    lost: () => client.lostBy?.message,
    close: () => client.close().catch(() => {}),
  };
}

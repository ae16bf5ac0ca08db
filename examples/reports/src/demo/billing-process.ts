import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { http, stdio, type Transport } from '@mcpfusion/client';

/** Beside this example, and as little a part of it as any server that is called. */
const program = (name: string): string =>
  fileURLToPath(new URL(`../../../billing/dist/main-${name}.js`, import.meta.url));

/** The billing server in a process of its own, which ends with its connection. */
export function billingOnStdio(): Transport {
  return stdio({ command: process.execPath, args: [program('stdio')] });
}

export interface BillingOnHttp extends AsyncDisposable {
  readonly transport: Transport;
}

/** The billing server on a port of its own. */
export async function billingOnHttp(): Promise<BillingOnHttp> {
  const child = spawn(process.execPath, [program('http')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // On every way out, Ctrl-C included.
  process.once('exit', () => child.kill());
  const end = async (): Promise<void> => {
    child.kill();
    await ended;
  };
  for await (const line of createInterface({ input: child.stderr })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return { transport: http({ url }), [Symbol.asyncDispose]: end };
  }
  throw new Error('The billing server ended before it said where it is.');
}

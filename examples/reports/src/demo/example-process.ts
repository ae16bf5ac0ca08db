import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stdio, type Transport } from '@mcpfusion/client';

export type Example = 'billing' | 'connect' | 'provision';

/** Beside this example, and as little a part of it as any server that is called. */
const program = (example: Example, name: string): string =>
  fileURLToPath(new URL(`../../../${example}/dist/main-${name}.js`, import.meta.url));

/** An example's server in a process of its own, which ends with its connection. */
export function exampleOnStdio(example: Example): Transport {
  return stdio({ command: process.execPath, args: [program(example, 'stdio')] });
}

export interface ExampleOnHttp extends AsyncDisposable {
  /** Of its MCP endpoint. */
  readonly url: string;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

/** An example's server in a process of its own, on a port of its own. */
export async function exampleOnHttp(example: Example, env: NodeJS.ProcessEnv = {}): Promise<ExampleOnHttp> {
  const child = spawn(process.execPath, [program(example, 'http')], {
    env: { ...process.env, ...env, PORT: '0' },
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
    if (url !== undefined) return { url, end, [Symbol.asyncDispose]: end };
  }
  throw new Error(`The ${example} server ended before it said where it is.`);
}

import { spawn, type ChildProcess } from 'node:child_process';
import { connect, http, stdio, type Client } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/protocol';
import { expect } from 'vitest';
import { isAlive } from '../is-alive.js';
import { scriptFor, unreadScript } from './script.js';

export interface ServerWire {
  readonly transport: 'stdio' | 'http';
  readonly era: Era;
}

export interface StartOptions {
  /** How long the server waits for its calls when it ends. Default: longer than any test. */
  readonly drainMs?: number;
  /** stdio: its stdout is not read while the handler under test runs. */
  readonly isUnread?: boolean;
}

/** A server in a process of its own, which says on stderr what happens in it. */
export interface RunningServer extends ServerWire {
  readonly client: Client;
  /** HTTP only. */
  readonly url: string;
  readonly stderr: () => string;
  readonly said: (words: string) => Promise<void>;
  readonly kill: (signal: 'SIGTERM' | 'SIGUSR2') => void;
  /** Who ended the call of the handler under test, `none`, or `not started`. */
  readonly kindInHandler: () => string;
  readonly end: () => Promise<void>;
}

export function startServer(wire: ServerWire, options: StartOptions = {}): Promise<RunningServer> {
  const env = { DRAIN_MS: String(options.drainMs ?? 60_000) };
  return wire.transport === 'stdio' ? startStdio(wire, env, options) : startHttp(wire, env);
}

async function startStdio(
  wire: ServerWire,
  env: Record<string, string>,
  { isUnread = false }: StartOptions,
): Promise<RunningServer> {
  const args = isUnread ? unreadScript() : scriptFor('stdio');
  const client = await connect(stdio({ command: process.execPath, args, env }), { era: wire.era });
  return {
    ...wire,
    ...observe(() => client.stderrTail),
    client,
    url: '',
    kill: (signal) => void process.kill(client.pid ?? 0, signal),
    end: async () => {
      // Whoever still waits would be waited for.
      if (client.pid !== undefined && isAlive(client.pid)) process.kill(client.pid, 'SIGUSR2');
      await client.close();
    },
  };
}

async function startHttp(wire: ServerWire, env: Record<string, string>): Promise<RunningServer> {
  const stdioOptions = ['ignore', 'ignore', 'pipe'] as const;
  const child = spawn(process.execPath, scriptFor('http'), {
    env: { ...process.env, ...env },
    stdio: [...stdioOptions],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (stderr += text));
  const observation = observe(() => stderr);
  await observation.said('/mcp\n');
  const url = /listening: (\S+)/.exec(stderr)?.[1] ?? '';
  const client = await connect(http({ url }), { era: wire.era });
  return {
    ...wire,
    ...observation,
    client,
    url,
    kill: (signal) => void child.kill(signal),
    end: async () => {
      await client.close();
      await endOf(child);
    },
  };
}

function observe(stderr: () => string): Pick<RunningServer, 'stderr' | 'said' | 'kindInHandler'> {
  return {
    stderr,
    said: async (words) => {
      await expect.poll(stderr, { timeout: 15_000, interval: 5 }).toContain(words);
    },
    kindInHandler: () => {
      if (!stderr().includes('observed: started')) return 'not started';
      return /observed: aborted by (\w+)/.exec(stderr())?.[1] ?? 'none';
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from '../../../packages/tester/src/connection/target.js';

/** A server that is not of this repository, or that uses nothing of it. */
export interface ForeignServer {
  /** As `docs/findings.md` names it: `@modelcontextprotocol/server-memory 2026.8.31 over stdio`. */
  readonly title: string;
  readonly script: string;
  /** Why it cannot run here. */
  readonly skip?: string | undefined;
  /** `folder` is empty, and its own. */
  readonly start: (folder: string) => Promise<StartedServer>;
}

export interface StartedServer {
  readonly target: Target;
  /** For `$env.NAME` of the script. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

const packages = 'node_modules/@modelcontextprotocol';
const everything = mainOf('server-everything');

export const foreignServers: readonly ForeignServer[] = [
  {
    title: `${packageTitle('server-everything')} over stdio`,
    script: 'everything.mcp',
    start: () => onStdio(`${everything} stdio`),
  },
  {
    title: `${packageTitle('server-everything')} over HTTP`,
    script: 'everything.mcp',
    start: everythingOverHttp,
  },
  {
    title: `${packageTitle('server-filesystem')} over stdio`,
    script: 'filesystem.mcp',
    start: (folder) => onStdio(`${mainOf('server-filesystem')} "${folder}"`, { ROOT: folder }),
  },
  {
    title: `${packageTitle('server-memory')} over stdio`,
    script: 'memory.mcp',
    start: (folder) => onStdio(`MEMORY_FILE_PATH="${join(folder, 'memory.jsonl')}" ${mainOf('server-memory')}`),
  },
  {
    title: 'test/tester/foreign/server.py over stdio',
    script: 'python.mcp',
    skip: spawnSync('python3', ['--version']).status === 0 ? undefined : 'there is no python3 here',
    start: () => onStdio('python3 test/tester/foreign/server.py'),
  },
];

function packageTitle(name: string): string {
  const { version } = JSON.parse(readFileSync(`${packages}/${name}/package.json`, 'utf8')) as { version: string };
  return `@modelcontextprotocol/${name} ${version}`;
}

function mainOf(name: string): string {
  return `"${process.execPath}" "${resolve(packages, name, 'dist/index.js')}"`;
}

const common = { label: 'a foreign server', era: 'auto', timeoutMs: 60_000 } as const;

function onStdio(command: string, env: Readonly<Record<string, string>> = {}): Promise<StartedServer> {
  const target: Target = { ...common, kind: 'stdio', command };
  return Promise.resolve({ target, env, close: () => Promise.resolve() });
}

/** It takes no port 0, so a free one is looked for first. */
async function everythingOverHttp(): Promise<StartedServer> {
  const port = await freePort();
  const main = resolve(packages, 'server-everything/dist/index.js');
  const child = spawn(process.execPath, [main, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  // Also at its end, so that a server which does not start is no endless wait.
  for await (const line of createInterface(child.stderr)) if (line.includes('listening on port')) break;
  child.stderr.resume();
  return {
    target: { ...common, kind: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {} },
    env: {},
    close: async () => {
      child.kill();
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

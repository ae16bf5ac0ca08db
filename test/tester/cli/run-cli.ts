import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const hostileServer = fileURLToPath(new URL('hostile-server.mjs', import.meta.url));

/** A shell line that starts it. */
export function hostile(mode = 'right'): string {
  return `node "${hostileServer}" ${mode}`;
}

const bin = fileURLToPath(new URL('../../../packages/tester/bin/mcp-tester.js', import.meta.url));

export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly onStderr?: (text: string, child: ChildProcess) => void;
  /** Called once with the process, when it has written this to stdout or stderr. */
  readonly when?: { readonly has: string; readonly act: (child: ChildProcess) => void };
}

/** Runs the built `mcp-tester` to its end. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliEnd> {
  const child = startCli(args, options);
  let stdout = '';
  let stderr = '';
  let { when } = options;
  const look = (text: string): void => {
    if (when === undefined || !text.includes(when.has)) return;
    const { act } = when;
    when = undefined;
    act(child);
  };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    look(stdout);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    options.onStderr?.(text, child);
    look(stderr);
  });
  child.stdin?.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

export function startCli(args: readonly string[], { cwd, env = {} }: CliOptions = {}): ChildProcess {
  const clean = { ...process.env, MCP_TESTER_BEARER: '', FORCE_COLOR: '', NO_COLOR: '1', ...env };
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: clean, stdio: ['pipe', 'pipe', 'pipe'] });
  // A test that fails half-way leaves nothing behind.
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}

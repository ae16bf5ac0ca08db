import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface FixtureProcess {
  /** With `localhost`, which the suite's check against DNS rebinding wants. */
  readonly url: string;
  /** Ends it with SIGTERM. Rejects when it had died before, or does not end. */
  stop(): Promise<void>;
}

const endWithinMs = 5_000;

/** Starts the fixture on a free port, as a process of its own. What it says on stderr is passed on. */
export async function startFixture(): Promise<FixtureProcess> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./main.js', import.meta.url))], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>;
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const first = await Promise.race([line, exited.then(([code]) => code)]);
  if (!Array.isArray(first)) throw new Error(`Expected the fixture to listen, got exit code ${first}.`);
  const url = new URL(first[0]);
  url.hostname = 'localhost';
  return {
    url: url.href,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`Expected the fixture to run to the end, got exit code ${child.exitCode ?? child.signalCode}.`);
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), endWithinMs);
      const [code, signal] = await exited;
      clearTimeout(timer);
      if (code !== 0) throw new Error(`Expected the fixture to end on SIGTERM, got ${signal ?? `exit code ${code}`}.`);
    },
  };
}

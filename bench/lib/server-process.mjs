import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const servers = new URL('../servers/', import.meta.url);

/**
 * A server in a fresh process. `usage()` gives its CPU time so far in µs and its
 * memory in bytes; with `collect` the garbage is collected first.
 */
export async function startServer(file, { env = {}, stdio = false, flags = [] } = {}) {
  const path = fileURLToPath(new URL(file, servers));
  const options = {
    env: { ...process.env, ...env },
    stdio: [stdio ? 'pipe' : 'ignore', stdio ? 'pipe' : 'ignore', 'inherit', 'ipc'],
  };
  const child = stdio
    ? spawn(process.execPath, [...flags, path], options)
    : fork(path, [], { ...options, execArgv: flags });
  const ask = async (question) => {
    const answer = once(child, 'message');
    child.send(question);
    return (await answer)[0];
  };
  const { port } = stdio ? {} : (await once(child, 'message'))[0];
  return {
    child,
    port,
    usage: (collect = false) => ask(collect ? 'collect' : 'usage'),
    ask,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const servers = new URL('../servers/', import.meta.url);

export const pathOf = (file) => fileURLToPath(new URL(file, servers));

/**
 * A server in a fresh process, with a garbage collector that can be asked for.
 * `ask` puts a question and `hear` waits for what the server tells of itself.
 * A server over HTTP has told its `port`; one over `stdio` has its pipes open.
 */
export async function startServer(file, { env = {}, stdio = false } = {}) {
  const pipe = stdio ? 'pipe' : 'ignore';
  const child = spawn(process.execPath, ['--expose-gc', pathOf(file)], {
    env: { ...process.env, ...env },
    stdio: [pipe, pipe, 'inherit', 'ipc'],
  });
  let isStopping = false;
  child.on('exit', (code, signal) => {
    if (!isStopping) throw new Error(`${file} has ended by itself: ${code ?? signal}`);
  });
  const hear = (kind) =>
    new Promise((resolve) => {
      const listen = ({ kind: told, ...facts }) => {
        if (told !== kind) return;
        child.off('message', listen);
        resolve(facts);
      };
      child.on('message', listen);
    });
  const ask = (kind, facts = {}) => {
    const answer = hear(kind);
    child.send({ kind, ...facts });
    return answer;
  };
  const { port } = stdio ? {} : await hear('listening');
  return {
    child,
    port,
    hear,
    ask,
    usage: (collect = false) => ask('usage', { collect }),
    async stop() {
      isStopping = true;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Does `work` with a server and stops it, whatever comes. */
export async function withServer(file, options, work) {
  const server = await startServer(file, options);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

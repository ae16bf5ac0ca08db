// Starts a server as a child process and says hello to it over stdio, as a host of revision 2025-11-25 does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const limitMs = 15_000;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1.0.0' } },
};

/**
 * Resolves to the names of the tools once the server has ended by itself with exit code 0 after its input ended.
 * @param {string} file
 * @param {{ cwd: string }} options
 */
export async function handshake(file, { cwd }) {
  const child = spawn(process.execPath, [file], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = [];
  child.stderr.on('data', (data) => errors.push(data));
  const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const ended = once(child, 'exit');
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  try {
    const answers = answersOf(child);
    send(initialize);
    const hello = await answers(1);
    if (hello.result?.protocolVersion !== '2025-11-25') throw new Error(`initialize: ${JSON.stringify(hello)}`);
    send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    send({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    const list = await answers(2);
    const tools = list.result?.tools;
    if (!Array.isArray(tools) || tools.length === 0) throw new Error(`tools/list: ${JSON.stringify(list)}`);
    child.stdin.end();
    const [code, signal] = await ended;
    if (code !== 0) throw new Error(`Expected exit code 0 after the end of input, got ${code ?? signal}`);
    return { tools: tools.map(({ name }) => name) };
  } catch (error) {
    throw new Error(`${error.message}\n${Buffer.concat(errors).toString()}`, { cause: error });
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** A function that waits for the answer with a given id. Every line has to be JSON. */
function answersOf(child) {
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (id) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`Expected an answer to request ${id}, got the end of output`);
      const message = JSON.parse(value);
      if (message.id === id) return message;
    }
  };
}

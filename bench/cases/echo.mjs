import { httpLoad } from '../lib/http-load.mjs';
import { startServer } from '../lib/server-process.mjs';
import { stdioLoad } from '../lib/stdio-load.mjs';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' };
const text = 'hello world';
const call = (id, era) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'echo', arguments: { text }, ...(era === '2026-07-28' ? { _meta: meta } : {}) },
  });
const isRight = (answer) => answer.includes(`"text":"${text}"`) && !answer.includes('"error"');
const initialize = (id) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
  });

/** CPU time in µs that the server spends on one `tools/call`, once it is warm. */
export async function httpEcho({ file, era, tools = 1, env = {}, warmUp, count }) {
  const server = await startServer(file, { env: { TOOLS: String(tools), ...env } });
  try {
    const headers =
      era === '2026-07-28'
        ? modern
        : { 'mcp-protocol-version': '2025-11-25', ...(await openSession(server.port, file)) };
    const load = (requests) =>
      httpLoad({
        port: server.port,
        headers,
        makeBody: (id) => call(id, era),
        connections: 16,
        count: requests,
        check: isRight,
      });
    await load(warmUp);
    const before = await server.usage();
    const { wrong, latenciesUs } = await load(count);
    const after = await server.usage();
    if (wrong > 0) throw new Error(`${file}: ${wrong} of ${count} answers were wrong`);
    return {
      cpuUs: (after.cpuUs - before.cpuUs) / count,
      p50Us: latenciesUs[Math.floor(count / 2)],
      p99Us: latenciesUs[Math.floor(count * 0.99)],
    };
  } finally {
    await server.stop();
  }
}

async function openSession(port, file) {
  if (file.includes('bare')) return {};
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await fetch(`http://127.0.0.1:${port}/mcp`, { method: 'POST', headers, body: initialize('open') });
  await response.text();
  const session = response.headers.get('mcp-session-id');
  return session === null ? {} : { 'mcp-session-id': session };
}

/** The same over stdin and stdout, 64 calls in flight. */
export async function stdioEcho({ file, era, tools = 1, env = {}, warmUp, count }) {
  const server = await startServer(file, { stdio: true, env: { TOOLS: String(tools), ...env } });
  try {
    const { child } = server;
    if (era === '2025-11-25') {
      await stdioLoad({
        child,
        makeLine: initialize,
        inFlight: 1,
        count: 1,
        check: (line) => line.includes('serverInfo'),
      });
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    }
    const load = (calls) =>
      stdioLoad({ child, makeLine: (id) => call(id, era), inFlight: 64, count: calls, check: isRight });
    await load(warmUp);
    const before = await server.usage();
    const { wrong } = await load(count);
    const after = await server.usage();
    if (wrong > 0) throw new Error(`${file}: ${wrong} of ${count} answers were wrong`);
    return { cpuUs: (after.cpuUs - before.cpuUs) / count };
  } finally {
    await server.stop();
  }
}

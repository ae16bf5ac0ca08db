import { connect } from 'node:net';

/**
 * A keep-alive load generator over raw sockets: one request in flight a
 * connection. `count` requests, each answer looked at by `check`. Gives how many
 * answers were wrong and the latencies in µs, sorted.
 */
export async function httpLoad({ port, headers, makeBody, connections, count, check }) {
  const head = [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    ...Object.entries({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');
  const state = { sent: 0, wrong: 0, latenciesUs: [] };
  await Promise.all(
    Array.from({ length: connections }, () => oneConnection(port, head, makeBody, count, check, state)),
  );
  state.latenciesUs.sort((a, b) => a - b);
  return state;
}

function oneConnection(port, head, makeBody, count, check, state) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let buffer = '';
    let startedAt;
    const send = () => {
      if (state.sent >= count) return void socket.end();
      const body = makeBody(++state.sent);
      startedAt = performance.now();
      socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      const body = takeBody(buffer);
      if (body === undefined) return;
      buffer = '';
      state.latenciesUs.push((performance.now() - startedAt) * 1_000);
      if (!check(body)) state.wrong++;
      send();
    });
  });
}

/** The body of a complete answer. One request is in flight, so nothing follows it. */
function takeBody(text) {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length) ? text.slice(end + 4) : undefined;
  return text.endsWith('0\r\n\r\n') ? text.slice(end + 4) : undefined;
}

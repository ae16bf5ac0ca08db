import { connect } from 'node:net';

/** The head of a POST to a server on loopback, up to its length. */
const headOf = (headers) =>
  [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    ...Object.entries({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');

/** A whole request as it goes on the wire. */
export const postText = (headers, body) => withBody(headOf(headers), body);

const withBody = (head, body) => `${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/**
 * A keep-alive load generator over raw sockets: one request in flight a
 * connection, until `isEnough` of the number sent. Each answer is looked at by
 * `check`. Gives how many were wrong, and the latencies in ms, sorted.
 */
export async function httpLoad({ port, headers, makeBody, connections, isEnough, check }) {
  const state = { sent: 0, wrong: 0, latenciesMs: [] };
  // Made once: where the client is slower than the server, the server pays for waking up at each call.
  const load = { port, head: headOf(headers), makeBody, isEnough, check, state };
  await Promise.all(Array.from({ length: connections }, () => oneConnection(load)));
  state.latenciesMs.sort((a, b) => a - b);
  return state;
}

function oneConnection({ port, head, makeBody, isEnough, check, state }) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let buffer = '';
    let startedAtMs;
    const send = () => {
      if (isEnough(state.sent)) return void socket.end();
      const text = withBody(head, makeBody(++state.sent));
      startedAtMs = performance.now();
      socket.write(text);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', resolve);
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1');
      const body = takeBody(buffer);
      if (body === undefined) return;
      buffer = '';
      state.latenciesMs.push(performance.now() - startedAtMs);
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

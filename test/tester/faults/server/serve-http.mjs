import { createServer } from 'node:http';
import { eraOf } from './messages.mjs';

const textOf = (said) => (typeof said === 'string' ? said : JSON.stringify(said));

const streamHeaders = { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' };

/** Gives its URL and its end. One session in all; `fault.http` changes how answers look. */
export function serveHttp(script, fault) {
  const open = new Set();
  let sessionId;
  const server = createServer((request, response) => void take(request, response));
  const take = async (request, response) => {
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    if (request.method === 'GET') {
      response.writeHead(200, streamHeaders).flushHeaders();
      const stream = { message: undefined, send: (said) => response.write(`data: ${JSON.stringify(said)}\n\n`) };
      open.add(stream);
      response.on('close', () => open.delete(stream));
      return;
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body);
    if (message.id === undefined || message.method === undefined) {
      const { status, text } = { status: 202, text: '', ...fault.http?.accepted };
      await script.take(message, { send() {}, end() {}, isClosed: false });
      return void response.writeHead(status).end(text);
    }
    if (message.method === 'initialize') sessionId = script.newSessionId();
    const io = answer(response, message, fault, open, eraOf(message) === '2025-11-25' ? sessionId : undefined);
    await script.take(message, io);
  };
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const stop = () => {
        server.close();
        server.closeAllConnections();
      };
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, stop });
    });
  });
}

/** Calls and subscriptions stream, the rest is one JSON object. */
function answer(response, message, fault, open, sessionId) {
  const isStream = message.method === 'tools/call' || message.method === 'subscriptions/listen';
  const { headers = {}, streamHeaders: extra, status, eventIds, elsewhere, ending } = fault.http ?? {};
  const session =
    sessionId === undefined ? {} : { 'Mcp-Session-Id': fault.http?.laterSessionId?.(message) ?? sessionId };
  let events = 0;
  let isRouted = false;
  let isBroken = false;
  // What was written before is to arrive.
  const breakOff = () => {
    isBroken = true;
    setTimeout(() => response.destroy(), 50);
  };
  const io = {
    message,
    isClosed: false,
    send(said) {
      if (response.writableEnded) return;
      const other = elsewhere?.(
        said,
        message,
        [...open].filter((stream) => stream !== io),
      );
      if (other) {
        isRouted = true;
        return other.send(said);
      }
      if (!isStream) {
        const code = said.error?.code === -32601 && eraOf(message) === '2026-07-28' ? 404 : 200;
        const type = { 'Content-Type': 'application/json' };
        response.writeHead(status?.(said) ?? code, { ...type, ...session, ...headers }).end(textOf(said));
        return;
      }
      if (!response.headersSent)
        response.writeHead(200, { ...streamHeaders, ...session, ...headers, ...extra?.(message) });
      const id = eventIds ? `id: ${eventIds(++events)}\n` : '';
      if (ending?.(said, message) === 'complete') io.end();
      else if (ending?.(said, message) === 'broken') breakOff();
      else response.write(`${id}data: ${textOf(said)}\n\n`);
    },
    end() {
      if (isBroken) return;
      // What went over another socket is to arrive first.
      if (isRouted) {
        isRouted = false;
        setTimeout(() => io.end(), 200);
        return;
      }
      open.delete(io);
      if (!isStream && !response.headersSent)
        response.writeHead(200, { 'Content-Type': 'application/json', ...session });
      response.end();
    },
  };
  if (isStream) open.add(io);
  response.on('close', () => {
    io.isClosed = true;
    open.delete(io);
  });
  return io;
}

import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { json, olderHttpServer } from './older-http-server.js';
import { runText } from './run-script-text.js';

const era = '2025-11-25';
const message = (method: string, params: object = {}): string =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;

it('notifications and logs on the GET stream of 2025 are heard', async () => {
  const streams: ServerResponse[] = [];
  let answer = (): void => {};
  const target = await olderHttpServer(({ method, id }, response) => {
    if (id === 'is all read?') {
      response.writeHead(202).end();
      answer();
      return;
    }
    if (method === undefined) {
      streams.push(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
      return;
    }
    const [stream] = streams;
    stream?.write(message('notifications/message', { level: 'info', data: 'from the stream' }));
    stream?.write(message('notifications/tools/list_changed'));
    // The answer takes another way: it waits until this is answered, which stands behind the rest.
    stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 'is all read?', method: 'ping' })}\n\n`);
    answer = () => json(response, { jsonrpc: '2.0', id, result: { content: [] } });
  });
  const run = await runText(
    'call_tool try\nassert_log info "from the stream"\nassert_no_log error\nwait_notification tools/list_changed',
    target,
    { era },
  );
  expect(run.errors).toEqual([]);
  expect(streams).toHaveLength(1);
});

it('a server without that stream is named as one', async () => {
  const target = await olderHttpServer((_message, response) => response.writeHead(405).end());
  const { errors } = await runText('wait_notification tools/list_changed\nping', target, { era });
  expect(errors).toEqual([
    'line 1: no notifications/tools/list_changed can come: The server has no stream for notifications outside of calls: it answered GET with HTTP 405.',
  ]);
});

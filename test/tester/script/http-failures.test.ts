import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { olderHttpServer } from './older-http-server.js';
import { runText } from './run-script-text.js';

const era = '2025-11-25';

describe('HTTP answers that are none', () => {
  it('502 is a server that is gone, and the script goes on', async () => {
    const target = await olderHttpServer((_message, response) => response.writeHead(502).end('bad gateway'));
    const run = await runText('expect_error call_tool try\nping', target, { era });
    expect(run).toMatchObject({ executed: 2, failed: 1, exitCode: 3 });
    expect(run.errors).toEqual([expect.stringContaining('HTTP 502')]);
    expect(run.error).toBeUndefined();
  });

  it('500 is a failure of the call', async () => {
    const target = await olderHttpServer((_message, response) => response.writeHead(500).end('oops'));
    const run = await runText('expect_error call_tool try\nassert_contains "HTTP 500"\ncall_tool try', target, { era });
    expect(run).toMatchObject({ failed: 1, exitCode: 1 });
  });

  it('a JSON-RPC error that names no request counts with its code', async () => {
    const error = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no session' } };
    const target = await olderHttpServer((_message, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(error));
    });
    const run = await runText('expect_error call_tool try\nassert_error_code -32600', target, { era });
    expect(run.errors).toEqual([]);
  });

  it('a socket that breaks ends the script', async () => {
    const target = await olderHttpServer((_message, _response, request) => request.socket.destroy());
    const run = await runText('expect_error call_tool try\nping', target, { era });
    expect(run).toMatchObject({ executed: 1, failed: 1, exitCode: 3 });
    expect(run.error).toContain('no server any more from line 1 on');
  });
});

describe('a cancelled call of 2025 over HTTP', () => {
  it.each([
    ['is still open', false, [/1000 ms after the cancel the stream of call_tool try is still open$/]],
    ['ended', true, []],
  ])('whose stream %s', async (_how, endsIt, errors) => {
    const streams: ServerResponse[] = [];
    const target = await olderHttpServer(({ method }, response) => {
      if (method === 'tools/call') {
        streams.push(response);
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
      }
      if (method !== 'notifications/cancelled') return;
      response.writeHead(202).end();
      if (endsIt) for (const stream of streams) stream.end();
    });
    const run = await runText('cancel_after 100 call_tool try\nassert_cancelled within 1000', target, { era });
    expect(run.errors).toEqual(errors.map((pattern) => expect.stringMatching(pattern) as string));
  });
});

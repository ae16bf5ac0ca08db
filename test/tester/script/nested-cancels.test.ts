import { stdio } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { fakeServer, textResult } from './fake-server.js';
import { json, olderHttpServer } from './older-http-server.js';
import { runText } from './run-script-text.js';

const silent = { 'tools/call': () => {} };

describe('cancels inside each other', () => {
  it('the cancel of the outer is not that of the inner', async () => {
    const run = await runText('cancel_after 30 cancel_on log call_tool try\nassert_cancelled', fakeServer(silent));
    expect(run.errors).toEqual([]);
  });

  it('each hears of what it waits for', async () => {
    const server = fakeServer({ 'tools/call': (_message, { progress }) => progress({ progress: 1 }) });
    const run = await runText('timeout 10000 cancel_on progress cancel_on log call_tool try\nassert_cancelled', server);
    expect(run.errors).toEqual([]);
  });

  it('a server that dies is no cancel, and no failure of the script', async () => {
    const script = `
      require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
        const { id, method } = JSON.parse(line);
        if (method !== 'server/discover') process.exit(7);
        const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } };
        console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      });`;
    const server = { transport: () => stdio({ command: process.execPath, args: ['-e', script] }) };
    const run = await runText('cancel_after 60000 call_tool try', server);
    expect(run.steps).toMatchObject([{ isOk: false, exitCode: 3 }]);
  });
});

describe('a cancel', () => {
  it('reaches a server that has spoken before the request was out', async () => {
    const server = fakeServer({ 'tools/call': (_message, { progress }) => progress({ progress: 1 }) }, (answer) =>
      answer(),
    );
    const run = await runText('timeout 10000 cancel_on progress call_tool try\nassert_cancelled', server);
    expect(run.errors).toEqual([]);
  });

  it('is on the wire before the next line runs', async () => {
    let isTold = false;
    const toldBefore: boolean[] = [];
    const target = await olderHttpServer(({ method, id, params }, response) => {
      if (method === 'notifications/cancelled') {
        setTimeout(() => {
          isTold = true;
          response.writeHead(202).end();
        }, 300);
      } else if (params?.arguments?.['text'] === 'next') {
        toldBefore.push(isTold);
        json(response, { jsonrpc: '2.0', id, result: textResult('next') });
      }
    });
    const script = 'cancel_after 30 call_tool try\ncall_tool_raw try \'{"text":"next"}\'';
    const run = await runText(script, target, { era: '2025-11-25' });
    expect(run.errors).toEqual([]);
    expect(toldBefore).toEqual([true]);
  });

  it('lets pass what was under way before assert_silent listens for so long', async () => {
    const server = fakeServer({
      ...silent,
      'notifications/cancelled': (_message, { log }) => void setTimeout(() => log('info', 'late'), 350),
    });
    const run = await runText('cancel_after 30 call_tool try\nassert_silent 300', server);
    expect(run.errors).toEqual([expect.stringContaining('late')]);
  });

  it('says nothing about logs on other streams of HTTP', async () => {
    const log = JSON.stringify({
      jsonrpc: '2.0',
      method: 'notifications/message',
      params: { level: 'info', data: 'x' },
    });
    let writeLog = (): void => {};
    const target = await olderHttpServer(({ method }, response) => {
      if (method === undefined) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
        writeLog = () => response.write(`data: ${log}\n\n`);
      } else if (method === 'notifications/cancelled') {
        response.writeHead(202).end();
        setTimeout(() => writeLog(), 200);
      }
    });
    const script =
      'cancel_after 30 call_tool try\nassert_silent 400\nexpect_error wait_notification tools/list_changed 0s';
    const run = await runText(script, target, { era: '2025-11-25' });
    expect(run.errors).toEqual([]);
    const heard = run.connections.flatMap(({ client }) => client.frames).filter(({ raw }) => raw === log);
    expect(heard).toHaveLength(1);
  });
});

it('many lines in parallel are no reason for a warning', async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning);
  process.on('warning', onWarning);
  try {
    const lines = Array.from({ length: 15 }, () => 'sleep 20').join('\n');
    await runText(`parallel\n${lines}\nend\nsleep 1`, fakeServer());
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', onWarning);
  }
});

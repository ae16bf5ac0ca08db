import { connectInMemory, createServer, initMCPFusion } from '@mcpfusion/core';
import { connect, memory } from '@mcpfusion/client';
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { eras, serveFixture } from './open.js';

const f = initMCPFusion();
const logs = f.query('logs').handle((_input, { log }) => {
  log.error('wide', { all: Array.from({ length: 20_000 }, () => ({})) });
  let deep = {};
  for (let level = 0; level < 100; level++) deep = { deep };
  log.error('deep', deep);
  return 'logged';
});

describe('limits that are no options', () => {
  it.each(eras)('cut a log record that is too large or too deep, in %s', async (era) => {
    const server = createServer({ name: 'test', version: '1', log: false, tools: [logs] });
    const client = await connect(
      memory((onFrame) => connectInMemory(server, onFrame)),
      { era },
    );
    await client.setLogLevel('error');
    const got: string[] = [];
    await client.callTool('logs', {}, { onLog: ({ data }) => got.push(JSON.stringify(data)) });
    const [wide = '', deep = ''] = got;
    expect(wide.match(/\{\}/g)?.length).toBeLessThan(10_000);
    expect(wide).toContain('[too large]');
    expect(deep.match(/"deep":\{/g)?.length).toBeLessThanOrEqual(20);
    expect(deep).toContain('[too deep]');
    await client.close();
  });

  it('are Node’s for headers: 431', async () => {
    const { url } = await serveFixture();
    const status = await new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers: { 'x-large': 'x'.repeat(20_000) } }, ({ statusCode }) =>
        resolve(statusCode),
      );
      sent.once('error', reject).end();
    });
    expect(status).toBe(431);
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  CallCancelled,
  connect,
  memory,
  textOf,
  type CallOptions,
  type CallResult,
  type Client,
} from '@mcpfusion/client';
import { connectInMemory, type CallEvent, type Era, type LogRecord, type Server } from '@mcpfusion/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReportServer } from './server.js';
import { chartPlans } from './work/charts/chart-plans.js';
import { indexFileName } from './work/reindex.js';

const eras = ['2025-11-25', '2026-07-28'] as const satisfies readonly Era[];

let folder: string;
let server: Server;
let client: Client;
let records: LogRecord[];
let events: CallEvent[];
/** Called for each event, so that tests can wait for one. */
let onEvent: (event: CallEvent) => void;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-server-'));
  await mkdir(join(folder, 'scratch'));
  records = [];
  events = [];
  onEvent = () => {};
  server = await createReportServer({
    indexFolder: join(folder, 'index'),
    scratchFolder: join(folder, 'scratch'),
    log: (record) => records.push(record),
    onCallEvent: (event) => {
      events.push(event);
      onEvent(event);
    },
  });
});

afterEach(async () => {
  await client.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const open = async (era: Era): Promise<void> => {
  client = await connect(
    memory((onFrame) => connectInMemory(server, onFrame)),
    { era },
  );
};

const freed = (tool: string): Promise<void> =>
  new Promise((resolve) => {
    onEvent = (event) => {
      if (event.tool === tool && event.phase === 'freed') resolve();
    };
  });

interface Heard {
  readonly progress: { readonly share: number; readonly message: string | undefined }[];
  readonly logs: string[];
}

const listening = (): Heard & Pick<CallOptions, 'onProgress' | 'onLog'> => {
  const heard: Heard = { progress: [], logs: [] };
  return {
    ...heard,
    onProgress: ({ progress, total, message }) =>
      void heard.progress.push({ share: Math.round((100 * progress) / (total ?? 1)), message }),
    onLog: ({ level, data }) => void heard.logs.push(`${level} ${messageOf(data)}`),
  };
};

const messageOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'message' in data ? String(data.message) : String(data);

const expectEightCharts = (result: CallResult): void => {
  expect(result.isError).toBe(false);
  expect(result.content.map(({ type }) => type)).toEqual(chartPlans.flatMap(() => ['text', 'image', 'resource']));
  for (const [index, { title, id }] of chartPlans.entries()) {
    const [words, picture, drawing] = result.content.slice(index * 3);
    expect(words?.text).toMatch(new RegExp(`^${index + 1} of 8: ${title}\\. .*\\d`));
    expect(picture?.['mimeType']).toBe('image/png');
    expect(Buffer.from(String(picture?.['data']), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(drawing?.['resource']).toMatchObject({
      uri: `report://charts/${id}.svg`,
      mimeType: 'image/svg+xml',
      text: expect.stringMatching(/^<svg /),
    });
  }
};

describe('the server', () => {
  it('has the tools of its folder, each described', async () => {
    await open('2026-07-28');
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'data.export',
      'data.reindex',
      'report.generate',
      'report.quarterly',
    ]);
    expect(tools.every(({ description }) => description !== undefined)).toBe(true);
  });
});

describe('report.generate', () => {
  it('is written as on the front page', async () => {
    const source = await readFile(new URL('./tools/report-generate.ts', import.meta.url), 'utf8');
    expect(source.slice(source.indexOf('export default'))).toBe(`export default f.action('report.generate')
  .describe('Build the quarterly report')
  .handle(async function* (input, ctx) {
    const rows = await loadRows(input);
    yield progress(30, 'rows loaded');
    const charts = await renderCharts(rows);
    yield progress(90, 'charts rendered');
    return charts;                       // THIS is the tool response
  });
`);
  });

  it.each(eras)('answers with eight charts, as words and as pictures (%s)', async (era) => {
    await open(era);
    const heard = listening();
    expectEightCharts(await client.callTool('report.generate', {}, heard));
    expect(heard.progress).toEqual([
      { share: 30, message: 'rows loaded' },
      { share: 90, message: 'charts rendered' },
    ]);
  });

  it('is answered to nobody when it is cancelled, and leaves at its next yield', async () => {
    await open('2025-11-25');
    const running = client.start(
      'tools/call',
      { name: 'report.generate' },
      { onProgress: () => void running.cancel('enough') },
    );
    const isFree = freed('report.generate');
    await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
    await isFree;
    expect(events.map(({ phase }) => phase)).toContain('finally ended');
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
  });
});

describe('report.quarterly', () => {
  it.each(eras)('tells of each chart before it is drawn (%s)', async (era) => {
    await open(era);
    await client.setLogLevel('info');
    const heard = listening();
    expectEightCharts(await client.callTool('report.quarterly', {}, heard));
    expect(heard.progress).toEqual([
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((chart) => ({ share: chart * 10, message: `rendering ${chart} of 8` })),
      { share: 90, message: 'charts rendered' },
    ]);
    expect(heard.logs).toEqual(['info rows loaded', 'info workspace removed']);
    expect(await readdir(join(folder, 'scratch'))).toEqual([]);
  });

  it('begins with the year it is asked for', async () => {
    await open('2026-07-28');
    const answer = textOf(await client.callTool('report.quarterly', { firstYear: 2012 }));
    expect(answer).toContain('with 2012 Q1 = 100');
    expect(answer).not.toContain('2011');
  });

  it.each(eras)('draws no further chart after a cancel, and takes its folder away (%s)', async (era) => {
    await open(era);
    const running = client.start(
      'tools/call',
      { name: 'report.quarterly', arguments: {} },
      {
        onProgress: ({ message }) => {
          if (message === 'rendering 5 of 8') void running.cancel('User clicked cancel');
        },
      },
    );
    const isFree = freed('report.quarterly');
    await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
    await isFree;

    expect(records).toContainEqual(expect.objectContaining({ message: 'workspace removed', data: { charts: 4 } }));
    expect(records).toContainEqual(
      expect.objectContaining({
        message: 'call ended early',
        data: expect.objectContaining({ by: 'client', reason: 'User clicked cancel' }),
      }),
    );
    expect(records.filter(({ message }) => message === 'chart rendered')).toHaveLength(4);
    expect(await readdir(join(folder, 'scratch'))).toEqual([]);
    expect(server.counts()).toEqual({ inFlight: 0, queued: 0, running: 0, abandonedTotal: 0 });
    // Nothing came in after the cancel went out.
    expect(running.frames.at(-1)).toMatchObject({ direction: 'out', message: { method: 'notifications/cancelled' } });
    expect(await client.listTools()).toHaveLength(4);
  });
});

describe('data.export', () => {
  it.each(eras)('logs and progresses without being a generator (%s)', async (era) => {
    await open(era);
    await client.setLogLevel('debug');
    const heard = listening();
    const result = await client.callTool('data.export', {}, heard);
    expect(heard.progress.map(({ share }) => share)).toEqual([20, 40, 60, 80, 100]);
    expect(heard.logs).toEqual([
      'info export started',
      'warning the first year lacks measures that look back a year',
      ...heard.progress.map(() => 'debug lines written'),
      'notice export done',
    ]);
    const file = result.content[1]?.['resource'] as { readonly blob: string };
    expect(gunzipSync(Buffer.from(file.blob, 'base64')).toString().trimEnd().split('\n')).toHaveLength(2641);
  });

  it('stops at a cancel, and says in the log how far it was', async () => {
    await open('2025-11-25');
    const running = client.start(
      'tools/call',
      { name: 'data.export' },
      { onProgress: () => void running.cancel('enough') },
    );
    const isFree = freed('data.export');
    await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
    await isFree;
    const stopped = records.find(({ message }) => message === 'export stopped');
    expect(stopped).toMatchObject({ level: 'notice', data: { lines: expect.any(Number) } });
    expect(stopped?.data).not.toEqual({ lines: 2640 });
    expect(server.counts().running).toBe(0);
  });
});

describe('data.reindex', () => {
  it('runs one at a time, and leaves one whole index', async () => {
    await open('2026-07-28');
    const results = await Promise.all([client.callTool('data.reindex'), client.callTool('data.reindex')]);
    expect(results.map(textOf)).toEqual([textOf(results[0]), textOf(results[0])]);
    expect(await readdir(join(folder, 'index'))).toEqual([indexFileName]);

    const order = events
      .filter(({ phase }) => phase === 'granted' || phase === 'freed')
      .map(({ callNumber, phase }) => `${callNumber} ${phase}`);
    expect(order).toEqual(['1 granted', '1 freed', '2 granted', '2 freed']);
  });

  it('keeps the old index when it is cancelled', async () => {
    await open('2026-07-28');
    await client.callTool('data.reindex');
    const before = await readFile(join(folder, 'index', indexFileName), 'utf8');
    const running = client.start(
      'tools/call',
      { name: 'data.reindex' },
      { onProgress: () => void running.cancel('enough') },
    );
    const isFree = freed('data.reindex');
    await expect(running.result).rejects.toBeInstanceOf(CallCancelled);
    await isFree;
    expect(await readdir(join(folder, 'index'))).toEqual([indexFileName]);
    expect(await readFile(join(folder, 'index', indexFileName), 'utf8')).toBe(before);
  });
});

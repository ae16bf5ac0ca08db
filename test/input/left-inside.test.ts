import { ask, createServer, initMCPFusion, type LogRecord } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const early = (records: readonly LogRecord[]): readonly LogRecord[] =>
  records.filter(({ message }) => message === 'call ended early');

const asking = f
  .mutation('asking')
  .withString('which')
  .interactive()
  .handle(async function* ({ which }) {
    yield* ask.form(`Sure of ${which}?`, { ok: ask.boolean() });
    return which;
  });
const slow = f.query('slow').handle(
  (_input, ctx) =>
    new Promise<string>((_resolve, reject) => {
      ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason as Error), { once: true });
    }),
);

describe.each(bothEras)(
  '%s: what a call ends by its own end is not told as a call that its client has ended',
  (_era, play) => {
    const run = async (body: 'beside' | 'left alone') => {
      const records: LogRecord[] = [];
      const around = f
        .mutation('around')
        .interactive()
        .handle(async (_input, ctx) => {
          const beside = ctx.call(slow, {});
          beside.catch(() => {});
          return body === 'beside' ? ctx.call(asking, { which: 'a' }) : 'done';
        });
      const log = (record: LogRecord): void => void records.push(record);
      const server = createServer({ name: 'test', version: '1', development: false, log, tools: [around] });
      const end = await play(server, 'around', () => ({ action: 'accept', content: { ok: true } }));
      return { end, early: early(records) };
    };

    it('beside a call that asks', async () => {
      expect(await run('beside')).toEqual({ end: 'complete: a', early: [] });
    });

    it('left alone by a call that has answered', async () => {
      expect(await run('left alone')).toEqual({ end: 'complete: done', early: [] });
    });
  },
);

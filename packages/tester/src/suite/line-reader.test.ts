import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { LineReader } from './line-reader.js';

it('gives line after line of what came in one piece, and then nothing', async () => {
  const stream = new PassThrough();
  const reader = new LineReader(stream);
  stream.end('one\r\ntwo\n\nlast');
  const lines = [];
  for (let i = 0; i < 5; i++) lines.push(await reader.next());
  expect(lines).toEqual(['one', 'two', '', 'last', undefined]);
  reader.close();
});

it('a line that nobody waits for any more is the next one’s', async () => {
  const stream = new PassThrough();
  const reader = new LineReader(stream);
  const giveUp = new AbortController();
  const first = reader.next(giveUp.signal);
  giveUp.abort(new Error('too late'));
  await expect(first).rejects.toThrow('too late');
  stream.end('one\ntwo\n');
  expect([await reader.next(), await reader.next(), await reader.next()]).toEqual(['one', 'two', undefined]);
  reader.close();
});

it('forgets what was there before, and nothing that comes after', async () => {
  const stream = new PassThrough();
  const reader = new LineReader(stream);
  stream.write('typed\nahead\n');
  await reader.forget();
  const next = reader.next();
  stream.end('answer\n');
  expect([await next, await reader.next()]).toEqual(['answer', undefined]);
  reader.close();
});

it('two who wait get a line each', async () => {
  const stream = new PassThrough();
  const reader = new LineReader(stream);
  const both = Promise.all([reader.next(), reader.next()]);
  stream.write('one\n');
  stream.write('two\n');
  expect(await both).toEqual(['one', 'two']);
  reader.close();
});

it('holds back a stream that is faster than its reader', async () => {
  const stream = new PassThrough();
  const reader = new LineReader(stream);
  stream.end('x\n'.repeat(50_000));
  let count = 0;
  while ((await reader.next()) !== undefined) count++;
  expect(count).toBe(50_000);
  reader.close();
});

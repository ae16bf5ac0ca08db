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

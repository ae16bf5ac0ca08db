import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Cloud } from './cloud.js';

const order = { region: 'eu', sizeGb: 20 } as const;
const once = (idempotencyKey: string) => ({ signal: new AbortController().signal, idempotencyKey });

afterEach(() => void vi.useRealTimers());

describe('the stand-in cloud', () => {
  it('does once what comes again with its key, and remembers that it came', async () => {
    const cloud = new Cloud();
    const first = await cloud.create(order, once('a'));
    expect(await cloud.create(order, once('a'))).toEqual(first);
    expect((await cloud.create(order, once('b'))).id).toBe('env-2');
    for (const _ of [1, 2]) expect(await cloud.start('env-1', 'x', once('c'))).toBe('https://env-1.eu.example.com/');
    expect(cloud.requests()).toEqual([
      'create env-1',
      'create env-1 again',
      'create env-2',
      'start env-1',
      'start env-1 again',
    ]);
  });

  it('drops a reservation after its time, and nothing that runs', async () => {
    const cloud = new Cloud();
    await cloud.create(order, once('a'));
    await cloud.create(order, once('b'));
    await cloud.start('env-2', undefined, once('c'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(cloud.list().map(({ id }) => id)).toEqual(['env-2']);
    await expect(cloud.start('env-1', undefined, once('d'))).rejects.toMatchObject({ code: 'ENV_GONE' });
  });

  it('is found as it was left where it has a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-'));
    const path = join(folder, 'cloud.json');
    await new Cloud(path).create(order, once('a'));
    expect(await new Cloud(path).create(order, once('a'))).toMatchObject({ id: 'env-1', state: 'reserved' });
    await rm(folder, { recursive: true });
  });
});

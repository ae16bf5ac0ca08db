import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadRows } from './load-rows.js';
import type { EmploymentRow } from './parse-row.js';
import { indexFileName, reindex, type ReindexStep } from './reindex.js';

const { signal } = new AbortController();
let rows: EmploymentRow[];
let folder: string;

beforeAll(async () => {
  rows = await loadRows({ signal });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-index-'));
});
afterEach(() => rm(folder, { recursive: true }));

const readIndex = async (): Promise<string> => readFile(join(folder, indexFileName), 'utf8');

/** Runs to the end, looking at the folder after each step. */
async function runAll(look?: (step: ReindexStep) => Promise<void> | void, from = signal): Promise<unknown> {
  const work = reindex(rows, { signal: from, folder });
  for (;;) {
    const next = await work.next();
    if (next.done === true) return next.value;
    await look?.(next.value);
  }
}

describe('reindex', () => {
  it('tells its steps and puts one file in place', async () => {
    const steps: ReindexStep[] = [];
    const result = await runAll((step) => void steps.push(step));
    expect(steps.map(({ done }) => done)).toEqual(Array.from({ length: 24 }, (_, index) => index + 1));
    expect(steps.every(({ total }) => total === 24)).toBe(true);
    expect(steps[0]?.what).toBe('Sorted Total nonfarm');
    expect(await readdir(folder)).toEqual([indexFileName]);
    const path = join(folder, indexFileName);
    const lines = (await readIndex()).trimEnd().split('\n');
    expect(result).toEqual({ path, bytes: (await stat(path)).size, entries: lines.length });
  });

  it('sorts the months of a sector and finds months by term', async () => {
    await runAll();
    const entries = (await readIndex())
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    const sorted = entries.find(({ sector }) => sector === 'nonfarm')?.['months'] as [string, number][];
    expect(sorted).toHaveLength(120);
    // The fewest jobs in the file are those of February 2010, the most those of its last month.
    expect(sorted[0]?.[0]).toBe('2010-02-01');
    expect(sorted.at(-1)).toEqual(['2015-12-01', 143093]);

    const months = (wanted: string): unknown => entries.find(({ term }) => term === wanted)?.['months'];
    expect(months('2008-q4')).toEqual(['2008-10-01', '2008-11-01', '2008-12-01']);
    expect(months('nonfarm:down')).toEqual(
      rows
        .slice(1)
        .filter(({ nonfarmChange }) => nonfarmChange < 0)
        .map(({ month }) => month),
    );
    const terms = entries.flatMap(({ term }) => (typeof term === 'string' ? [term] : []));
    expect(terms).toEqual(terms.toSorted());
  });

  it('makes the folder', async () => {
    for await (const step of reindex(rows, { signal, folder: join(folder, 'a', 'b') })) expect(step.total).toBe(24);
    expect(await readdir(join(folder, 'a', 'b'))).toEqual([indexFileName]);
  });

  it('keeps the old index whole until the new one is ready', async () => {
    await writeFile(join(folder, indexFileName), 'old');
    const seen: unknown[] = [];
    await runAll(async ({ done, total }) => {
      if (done < total) seen.push([await readIndex(), (await readdir(folder)).length]);
    });
    expect(seen).toEqual(Array.from({ length: 23 }, () => ['old', 2]));
    expect(await readIndex()).not.toBe('old');
    expect(await readdir(folder)).toEqual([indexFileName]);
  });

  it.each([1, 12, 23])('removes its temporary file after an abort in step %i', async (last) => {
    await writeFile(join(folder, indexFileName), 'old');
    const controller = new AbortController();
    const reason = new Error('enough');
    const seen: number[] = [];
    const work = runAll(({ done }) => {
      seen.push(done);
      if (done === last) controller.abort(reason);
    }, controller.signal);
    await expect(work).rejects.toBe(reason);
    expect(seen.at(-1)).toBe(last);
    expect(await readdir(folder)).toEqual([indexFileName]);
    expect(await readIndex()).toBe('old');
  });

  it('removes its temporary file when the consumer leaves', async () => {
    for await (const step of reindex(rows, { signal, folder })) if (step.done === 5) break;
    expect(await readdir(folder)).toEqual([]);
  });

  it('touches nothing for a signal that has fired before', async () => {
    const reason = new Error('enough');
    await expect(runAll(undefined, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(await readdir(folder)).toEqual([]);
  });

  it('ignores an abort after the index is in place', async () => {
    const controller = new AbortController();
    const result = await runAll(({ done, total }) => {
      if (done === total) controller.abort(new Error('too late'));
    }, controller.signal);
    expect(result).toMatchObject({ path: join(folder, indexFileName) });
  });

  it('lets two runs at once end with a whole index', async () => {
    await Promise.all([runAll(), runAll()]);
    expect(await readdir(folder)).toEqual([indexFileName]);
    expect((await readIndex()).endsWith('\n')).toBe(true);
  });
});

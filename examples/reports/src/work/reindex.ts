import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nextTurn } from './next-turn.js';
import type { EmploymentRow } from './parse-row.js';
import { sectorNames, sectors, type Sector } from './sectors.js';
import { termsOf } from './terms-of.js';

/** One finished step. */
export interface ReindexStep {
  readonly done: number;
  readonly total: number;
  /** What this step did, for people: `Sorted Retail trade`. */
  readonly what: string;
}

export interface ReindexResult {
  readonly path: string;
  readonly bytes: number;
  /** Lines of the index. */
  readonly entries: number;
}

export interface ReindexOptions {
  readonly signal: AbortSignal;
  /** Where the index lives; made if absent. */
  readonly folder: string;
}

export const indexFileName = 'employment-index.ndjson';

/**
 * Builds the index of the data set in `folder/employment-index.ndjson`, one JSON object a line:
 *
 * - `{"kind":"sorted","sector":"utilities","months":[["2006-10-01",546.7], …]}` for each sector, fewest jobs first;
 * - `{"kind":"term","term":"2008-q4","months":["2008-10-01", …]}` for each term, in alphabetical order.
 *
 * The index is written beside its place under a temporary name and renamed at the end, so a reader finds either the
 * old index or the new one, whole. Once the signal has fired before the renaming, the old index stays and the
 * temporary file is removed; after the renaming an abort has no effect. Two runs at once do not disturb each other:
 * the one that ends last wins.
 */
export async function* reindex(
  rows: readonly EmploymentRow[],
  options: ReindexOptions,
): AsyncGenerator<ReindexStep, ReindexResult, undefined> {
  const { signal, folder } = options;
  const total = sectors.length + 2;
  const path = join(folder, indexFileName);
  const temporary = `${path}.${randomUUID()}.tmp`;
  let bytes = 0;
  let entries = 0;

  signal.throwIfAborted();
  await mkdir(folder, { recursive: true });
  const file = await open(temporary, 'wx');
  const append = async (lines: readonly object[]): Promise<void> => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    await file.appendFile(text);
    bytes += Buffer.byteLength(text);
    entries += lines.length;
  };
  try {
    for (const [index, sector] of sectors.entries()) {
      await nextTurn(signal);
      await append([{ kind: 'sorted', sector, months: sortedMonths(rows, sector) }]);
      yield { done: index + 1, total, what: `Sorted ${sectorNames[sector]}` };
    }

    await nextTurn(signal);
    const terms = invertedIndex(rows);
    await append(terms.map(([term, months]) => ({ kind: 'term', term, months })));
    yield { done: total - 1, total, what: `Indexed ${terms.length} terms` };

    await file.sync();
    await nextTurn(signal);
    await file.close();
    await rename(temporary, path);
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
  yield { done: total, total, what: 'Put the new index in place' };
  return { path, bytes, entries };
}

function sortedMonths(rows: readonly EmploymentRow[], sector: Sector): [string, number][] {
  return rows
    .map(({ month, employment }): [string, number] => [month, employment[sector]])
    .toSorted(([, left], [, right]) => left - right);
}

function invertedIndex(rows: readonly EmploymentRow[]): [string, string[]][] {
  const months = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    for (const term of termsOf(row, rows[index - 1])) {
      const known = months.get(term);
      if (known === undefined) months.set(term, [row.month]);
      else known.push(row.month);
    }
  }
  return [...months].toSorted(([left], [right]) => (left < right ? -1 : 1));
}

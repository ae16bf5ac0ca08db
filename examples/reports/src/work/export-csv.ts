import { once } from 'node:events';
import { constants, createGzip, type Gzip } from 'node:zlib';
import { quarterOf, type Quarter } from './by-quarter.js';
import { measuresOf, measureNames } from './measures.js';
import { nextTurn } from './next-turn.js';
import type { EmploymentRow } from './parse-row.js';
import { sectorNames, sectors } from './sectors.js';

/** What has been written so far, and the bytes that came new. */
export interface ExportChunk {
  /** Lines written, the header left out. */
  readonly rowsDone: number;
  readonly rowsTotal: number;
  /** Bytes of one gzip stream: all chunks in order make the file. */
  readonly chunk: Uint8Array;
}

export interface ExportCsvOptions {
  readonly signal: AbortSignal;
  /** Quarters made from the same rows, for the columns `quarter_mean` and `off_quarter_mean`. */
  readonly quarters: readonly Quarter[];
  /** Months in a chunk; a month is 22 lines. Default 6. */
  readonly chunkMonths?: number;
}

const header = ['month', 'quarter', 'sector', 'name', ...measureNames].join(',');

/**
 * Writes the data set as a gzip-compressed CSV in long form: one line for each month and sector, with the measures of
 * `measures.ts`. A measure that needs months before the first row is empty.
 *
 * The signal is checked before each chunk; leaving the generator early frees the compressor.
 */
export async function* exportCsv(
  rows: readonly EmploymentRow[],
  options: ExportCsvOptions,
): AsyncGenerator<ExportChunk, void, undefined> {
  const { signal, quarters, chunkMonths = 6 } = options;
  const means = new Map(quarters.map(({ quarter, mean }) => [quarter, mean]));
  const rowsTotal = rows.length * sectors.length;
  const gzip = createGzip();
  const compressed: Buffer[] = [];
  gzip.on('data', (bytes: Buffer) => compressed.push(bytes));
  try {
    gzip.write(`${header}\n`);
    let end = 0;
    do {
      await nextTurn(signal);
      const first = end;
      end = Math.min(first + chunkMonths, rows.length);
      for (let index = first; index < end; index += 1) gzip.write(linesOf(rows, index, means));
      await (end === rows.length ? finish(gzip) : flush(gzip));
      signal.throwIfAborted();
      yield { rowsDone: end * sectors.length, rowsTotal, chunk: Buffer.concat(compressed.splice(0)) };
    } while (end < rows.length);
  } finally {
    gzip.destroy();
  }
}

function linesOf(rows: readonly EmploymentRow[], index: number, means: ReadonlyMap<string, Quarter['mean']>): string {
  const month = rows[index]?.month ?? '';
  const quarter = quarterOf(month);
  return sectors
    .map((sector) => {
      const measures = measuresOf(rows, index, sector, means.get(quarter)?.[sector]);
      const cells = measureNames.map((name) => measures[name]?.toFixed(3) ?? '');
      // The name is quoted: one of them has commas.
      return `${[month, quarter, sector, `"${sectorNames[sector]}"`, ...cells].join(',')}\n`;
    })
    .join('');
}

async function flush(gzip: Gzip): Promise<void> {
  await new Promise<void>((resolve) => gzip.flush(constants.Z_SYNC_FLUSH, resolve));
}

async function finish(gzip: Gzip): Promise<void> {
  gzip.end();
  await once(gzip, 'end');
}

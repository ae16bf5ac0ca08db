import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { nextTurn } from './next-turn.js';
import { BadRowError, checkHeader, parseRow, type EmploymentRow } from './parse-row.js';

export interface LoadRowsOptions {
  readonly signal: AbortSignal;
  /** The file to read. Default: `data/us-employment.csv` of this example. */
  readonly path?: string;
  /** Lines parsed before the event loop gets a turn. Default 12, one year. */
  readonly chunkRows?: number;
  /** Called after each chunk. */
  readonly onProgress?: (progress: { readonly rowsDone: number; readonly rowsTotal: number }) => void;
}

/** The data set that comes with the example. */
export const employmentPath = fileURLToPath(new URL('../../data/us-employment.csv', import.meta.url));

/**
 * Reads and checks the employment table, oldest month first, without gaps between the months.
 *
 * @throws BadRowError naming the line and what was expected there; the signal's reason once it has fired.
 */
export async function loadRows(options: LoadRowsOptions): Promise<EmploymentRow[]> {
  const { signal, path = employmentPath, chunkRows = 12, onProgress } = options;
  signal.throwIfAborted();
  const text = await readFile(path, 'utf8');
  const [header, ...lines] = text.trimEnd().split(/\r?\n/);
  checkHeader(header);

  const rows: EmploymentRow[] = [];
  for (let start = 0; start < lines.length; start += chunkRows) {
    await nextTurn(signal);
    for (const [offset, content] of lines.slice(start, start + chunkRows).entries()) {
      const line = start + offset + 2;
      const row = parseRow(content, line);
      checkFollows(rows.at(-1), row, line);
      rows.push(row);
    }
    onProgress?.({ rowsDone: rows.length, rowsTotal: lines.length });
  }
  return rows;
}

function checkFollows(previous: EmploymentRow | undefined, row: EmploymentRow, line: number): void {
  if (previous === undefined) return;
  const next = new Date(previous.month);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const expected = next.toISOString().slice(0, 10);
  if (row.month !== expected) throw new BadRowError(line, `"month" to be ${expected}`, row.month);
}

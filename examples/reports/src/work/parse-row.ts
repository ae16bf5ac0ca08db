import { perSector, sectors, type PerSector, type Sector } from './sectors.js';

/** One month of the data set. */
export interface EmploymentRow {
  /** First day of the month, `2006-01-01`. */
  readonly month: string;
  /** Thousands of jobs, seasonally adjusted. */
  readonly employment: PerSector;
  /** Change of `nonfarm` against the month before, as published, in thousands. */
  readonly nonfarmChange: number;
}

const columns: readonly string[] = ['month', ...sectors, 'nonfarm_change'];
const decimal = /^-?\d+(\.\d+)?$/;
const firstOfMonth = /^\d{4}-(0[1-9]|1[0-2])-01$/;

/** A line of the file is not what it should be. Lines count from 1, the header included. */
export class BadRowError extends Error {
  override readonly name = 'BadRowError';
  constructor(
    readonly line: number,
    expected: string,
    got: string | undefined,
  ) {
    super(`Line ${line}: expected ${expected}, got ${got === undefined ? 'nothing' : JSON.stringify(got)}`);
  }
}

/** Checks that the first line names the known columns in the known order. */
export function checkHeader(text: string | undefined): void {
  const names = text?.split(',') ?? [];
  for (const [index, column] of columns.entries()) {
    if (names[index] !== column) throw new BadRowError(1, `column ${index + 1} to be "${column}"`, names[index]);
  }
  if (names.length > columns.length) throw new BadRowError(1, `${columns.length} columns`, names[columns.length]);
}

/** Turns one line into a row. The file has no quoted fields, so a quote is an error like any other wrong value. */
export function parseRow(text: string, line: number): EmploymentRow {
  const fields = text.split(',');
  if (fields.length !== columns.length) {
    throw new BadRowError(line, `${columns.length} fields`, `${fields.length} fields`);
  }
  const month = fields[0] ?? '';
  if (!firstOfMonth.test(month)) {
    throw new BadRowError(line, '"month" to be the first day of a month such as 2006-01-01', month);
  }
  const numberAt = (column: Sector | 'nonfarm_change'): number => {
    const field = fields[columns.indexOf(column)];
    if (field === undefined || !decimal.test(field)) throw new BadRowError(line, `"${column}" to be a number`, field);
    return Number(field);
  };
  return { month, employment: perSector(numberAt), nonfarmChange: numberAt('nonfarm_change') };
}

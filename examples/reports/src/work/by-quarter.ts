import { nextTurn } from './next-turn.js';
import type { EmploymentRow } from './parse-row.js';
import { perSector, type PerSector } from './sectors.js';

/** Three months of the data set, or fewer where the rows begin or end inside a quarter. */
export interface Quarter {
  /** `2006-Q1` */
  readonly quarter: string;
  /** First day of the quarter, `2006-01-01`. */
  readonly start: string;
  readonly months: number;
  /** Mean employment in thousands of jobs. */
  readonly mean: PerSector;
  /**
   * Mean of the month-over-month changes in thousands of jobs; `null` if no month of the quarter has a month before
   * it in the rows.
   */
  readonly monthlyChange: PerSector<number | null>;
}

export interface ByQuarterOptions {
  readonly signal: AbortSignal;
  /** Called after each quarter. */
  readonly onQuarter?: (quarter: Quarter) => void;
}

/** Gathers months (oldest first, without gaps) into calendar quarters. The event loop gets a turn before each one. */
export async function byQuarter(rows: readonly EmploymentRow[], options: ByQuarterOptions): Promise<Quarter[]> {
  const { signal, onQuarter } = options;
  const quarters: Quarter[] = [];
  for (let first = 0; first < rows.length;) {
    await nextTurn(signal);
    const quarter = quarterFrom(rows, first);
    quarters.push(quarter);
    onQuarter?.(quarter);
    first += quarter.months;
  }
  signal.throwIfAborted();
  return quarters;
}

/** Names the quarter a month belongs to: `2008-11-01` is in `2008-Q4`. */
export function quarterOf(month: string): string {
  return `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`;
}

function quarterFrom(rows: readonly EmploymentRow[], first: number): Quarter {
  const label = quarterOf(rows[first]?.month ?? '');
  const months = rows.slice(first, first + 3).filter((row) => quarterOf(row.month) === label);
  const last = months.at(-1);
  // The changes of neighbouring months add up to the last level minus the one before the first change.
  const before = rows[first - 1] ?? months[0];
  const changes = first === 0 ? months.length - 1 : months.length;
  return {
    quarter: label,
    start: `${label.slice(0, 4)}-${String(Number(label.at(-1)) * 3 - 2).padStart(2, '0')}-01`,
    months: months.length,
    mean: perSector((sector) => months.reduce((sum, row) => sum + row.employment[sector], 0) / months.length),
    monthlyChange: perSector((sector) =>
      before === undefined || last === undefined || changes === 0
        ? null
        : (last.employment[sector] - before.employment[sector]) / changes,
    ),
  };
}

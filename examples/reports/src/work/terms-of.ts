import { quarterOf } from './by-quarter.js';
import type { EmploymentRow } from './parse-row.js';
import { sectors } from './sectors.js';

/**
 * The words under which a month can be found: its year `2008`, its quarter `2008-q4`, and for each sector how it moved
 * since the month before: `retail_trade:up`, `:down` or `:same`. The first month of the data has no moves.
 */
export function termsOf(row: EmploymentRow, previous: EmploymentRow | undefined): string[] {
  const terms = [row.month.slice(0, 4), quarterOf(row.month).toLowerCase()];
  if (previous === undefined) return terms;
  for (const sector of sectors) {
    const change = row.employment[sector] - previous.employment[sector];
    terms.push(`${sector}:${change > 0 ? 'up' : change < 0 ? 'down' : 'same'}`);
  }
  return terms;
}

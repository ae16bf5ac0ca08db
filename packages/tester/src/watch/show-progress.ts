import { oneLine } from '../terminal/visible.js';
import type { ProgressSeen } from './watch-event.js';

const barWidth = 24;

/** `30% 3/10`, or `3` where no total is known. */
export function showAmount({ progress, total }: Pick<ProgressSeen, 'progress' | 'total'>): string {
  const amount = total === undefined ? showNumber(progress) : `${showNumber(progress)}/${showNumber(total)}`;
  return shareOf({ progress, total }) === undefined ? amount : `${percent({ progress, total })} ${amount}`;
}

/** ` rows loaded`, ` 1.5/s`: what follows the amount, in one line. */
export function showDetail(message: string | undefined, perSecond: number | undefined): string {
  const shown = message === undefined ? '' : `  ${oneLine(message, 120)}`;
  return perSecond === undefined ? shown : `${shown}  ${showNumber(perSecond)}/s`;
}

/** `━━━━━━━━━━━━────────────`; without a total a row of dashes. */
export function showBar(seen: Pick<ProgressSeen, 'progress' | 'total'>): string {
  const filled = Math.round((shareOf(seen) ?? 0) * barWidth);
  return '━'.repeat(filled) + '─'.repeat(barWidth - filled);
}

/** From 0 to 1; undefined where no sensible total is known. */
function shareOf({ progress, total }: Pick<ProgressSeen, 'progress' | 'total'>): number | undefined {
  if (total === undefined || !(total > 0) || !Number.isFinite(total)) return undefined;
  return Math.min(Math.max(progress / total, 0), 1);
}

function percent(seen: Pick<ProgressSeen, 'progress' | 'total'>): string {
  return `${Math.floor((shareOf(seen) ?? 0) * 100)}%`.padStart(4);
}

/** At most three significant digits after a point; whole numbers in full. */
function showNumber(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

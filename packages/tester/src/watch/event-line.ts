import type { Style } from '../terminal/style.js';
import { oneLine } from '../terminal/visible.js';
import type { Rate } from './rate.js';
import { showAmount, showDetail } from './show-progress.js';
import { showLog } from './show-log.js';
import type { CallEndSeen, WatchEvent } from './watch-event.js';

const ends: Readonly<Record<CallEndSeen, string>> = {
  result: 'answered',
  'tool-error': 'answered with a tool error',
  'input-required': 'asks for input',
  'rpc-error': 'answered with an error',
  lost: 'got no answer',
};

/** What stays on the screen of one event; undefined where that is nothing. */
export function eventLine(event: WatchEvent, style: Style, rate: Rate | undefined): string | undefined {
  switch (event.type) {
    case 'call-started':
      return `${style('gray', 'call')}      ${oneLine(event.call.tool, 80)}`;
    case 'progress': {
      const { call, progress } = event;
      const name = oneLine(call?.tool ?? String(progress.token), 80);
      return `${style('cyan', 'progress')}  ${name} ${showAmount(progress)}${showDetail(progress.message, rate?.perSecond)}`;
    }
    case 'log':
      return showLog(event.log, style);
    case 'cancelled': {
      const { call, how, reason, atMs } = event;
      const why = reason === undefined ? '' : ` (${oneLine(reason, 80)})`;
      return `${style('yellow', 'cancelled')} ${oneLine(call.tool, 80)} after ${seconds(atMs - call.startedAtMs)}, by ${how}${why}`;
    }
    case 'call-ended': {
      const { call, end, atMs } = event;
      return `${style('gray', 'end')}       ${oneLine(call.tool, 80)} ${ends[end]} after ${seconds(atMs - call.startedAtMs)}`;
    }
    case 'frame':
    case 'stderr':
    case 'finding':
      return undefined;
  }
}

/** `1.204 s` */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(3)} s`;
}

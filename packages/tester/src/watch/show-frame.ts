import type { Frame } from '@mcpfusion/client';
import { visible } from '../terminal/visible.js';

/** A frame longer than this is cut where it is shown. */
const maxFrameChars = 4_000;

/** `→ {"jsonrpc":…}`, `← 202`, `← stream 3 ended (complete)`: one line a frame. */
export function showFrame(frame: Frame, sinceMs: number, maxChars = maxFrameChars): string {
  const { direction, raw, http, atMs } = frame;
  const arrow = direction === 'out' ? '→' : '←';
  const time = `${((atMs - sinceMs) / 1_000).toFixed(3)} s`.padStart(10);
  return `${time} ${arrow} ${[showHttp(frame), cut(raw, maxChars)].filter((part) => part !== '').join(' ')}${http || raw !== '' ? '' : '(empty)'}`;
}

function showHttp({ direction, http, message, raw }: Frame): string {
  if (!http) return '';
  if (http.end === 'closed') return `#${http.streamId} closed by the client`;
  if (http.end !== undefined) return `#${http.streamId} stream ended (${http.end})`;
  if (direction === 'out') return `#${http.streamId} ${http.method}`;
  const event = http.eventId === undefined ? '' : ` event ${http.eventId}`;
  return `#${http.streamId} ${http.status ?? ''}${event}${message || raw !== '' ? '' : ' (no body)'}`;
}

function cut(raw: string, maxChars: number): string {
  const shown = visible(raw.replaceAll('\n', '\\n'));
  return shown.length > maxChars ? `${shown.slice(0, maxChars)}… (${shown.length} characters)` : shown;
}

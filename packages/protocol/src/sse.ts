/** One event of a stream. `data` is the joined `data:` lines. */
export interface SseEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
  /** Milliseconds the client is asked to wait before it connects again. */
  readonly retryMs: number | undefined;
}

/** JSON text (which holds no raw line break) as one event. */
export function encodeSse(json: string, id?: string): string {
  return id === undefined ? `event: message\ndata: ${json}\n\n` : `event: message\nid: ${id}\ndata: ${json}\n\n`;
}

/** A line that clients ignore: keeps proxies and idle timeouts from closing a quiet stream. */
export const sseComment = ':\n\n';

/**
 * Incremental parser: text in pieces of any size, events out. Time is linear in
 * the text, however small the pieces. Understands LF, CRLF and CR.
 *
 * Source: WHATWG HTML, Server-sent events, Interpreting an event stream.
 */
export class SseParser {
  #line: string[] = [];
  #data: string[] = [];
  #event = '';
  #id: string | undefined;
  #retryMs: number | undefined;
  #isAfterCr = false;
  #isFirstLine = true;

  push(text: string): SseEvent[] {
    const events: SseEvent[] = [];
    let start = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      const isLf = char === 10;
      if (isLf && this.#isAfterCr && at === start) {
        this.#isAfterCr = false;
        start = at + 1;
        continue;
      }
      this.#isAfterCr = false;
      if (!isLf && char !== 13) continue;
      this.#line.push(text.slice(start, at));
      start = at + 1;
      this.#isAfterCr = !isLf;
      this.#endLine(events);
    }
    if (start < text.length) this.#line.push(text.slice(start));
    return events;
  }

  #endLine(events: SseEvent[]): void {
    let line = this.#line.length === 1 ? (this.#line[0] as string) : this.#line.join('');
    this.#line = [];
    if (this.#isFirstLine && line.startsWith('\ufeff')) line = line.slice(1);
    this.#isFirstLine = false;
    if (line === '') return this.#dispatch(events);
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'data') this.#data.push(value);
    else if (field === 'event') this.#event = value;
    else if (field === 'id' && !value.includes('\0')) this.#id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value);
  }

  #dispatch(events: SseEvent[]): void {
    const hasContent = this.#data.length > 0 || this.#retryMs !== undefined || this.#id !== undefined;
    if (hasContent) {
      events.push({
        event: this.#event || 'message',
        data: this.#data.join('\n'),
        id: this.#id,
        retryMs: this.#retryMs,
      });
    }
    this.#data = [];
    this.#event = '';
    this.#id = undefined;
    this.#retryMs = undefined;
  }
}

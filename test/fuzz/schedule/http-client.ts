import { headerNames, SseParser, type Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { headersOf } from '../http/post.js';
import { openingText } from '../probe.js';
import { must } from '../violation.js';
import { cancelText, type Client, type Sent } from './client.js';

/** One HTTP exchange, whatever carries it. */
export interface Exchange {
  /** Each with the text of the body so far decoded. Rejects when it breaks off. */
  readonly chunks: AsyncIterable<string>;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

/** Sends one request; `signal` breaks it off. */
export type Exchanger = (
  method: 'POST' | 'DELETE',
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
) => Promise<Exchange>;

export interface Carrier {
  readonly wire: string;
  readonly exchange: Exchanger;
  readonly openSessions: () => number;
  readonly close: () => Promise<void>;
}

class HttpSent implements Sent {
  readonly frames: string[] = [];
  isOver = false;
  breach: string | undefined;
  readonly #aborter = new AbortController();

  constructor(start: (signal: AbortSignal) => Promise<Exchange>) {
    void this.#read(start).finally(() => (this.isOver = true));
  }

  disconnect(): void {
    this.#aborter.abort();
  }

  async #read(start: (signal: AbortSignal) => Promise<Exchange>): Promise<void> {
    try {
      const { chunks, header } = await start(this.#aborter.signal);
      const isStream = header('content-type') === 'text/event-stream';
      const parser = new SseParser();
      let text = '';
      for await (const chunk of chunks) {
        if (isStream) this.frames.push(...parser.push(chunk).map(({ data }) => data));
        else text += chunk;
      }
      if (text !== '') this.frames.push(text);
    } catch (error) {
      if (!this.#aborter.signal.aborted) this.breach = String(error);
    }
  }
}

export function httpClient({ wire, exchange, close, openSessions }: Carrier, era: Era): Client {
  let sessionId: string | undefined;
  const post = (text: string, method: string, name: string | undefined, signal: AbortSignal): Promise<Exchange> => {
    const frame = { bytes: new Uint8Array(), method, name, [fc.toStringMethod]: () => text };
    return exchange('POST', headersOf(era, { frame, damage: undefined }, sessionId), text, signal);
  };
  const finish = async ({ chunks }: Exchange): Promise<void> => {
    for await (const _ of chunks);
  };
  const { signal: never } = new AbortController();
  return {
    wire,
    isShared: false,
    isTied: era === '2026-07-28',
    hasOneScope: era === '2025-11-25',
    written: 0,
    open: async () => {
      const first = openingText(era);
      if (first === undefined) return;
      const answer = await post(first, 'initialize', undefined, never);
      sessionId = answer.header(headerNames.sessionId);
      await finish(answer);
    },
    send: (text, method, tool) => new HttpSent((signal) => post(text, method, tool, signal)),
    cancel: async (id) => finish(await post(cancelText(id), 'notifications/cancelled', undefined, never)),
    deleteSession:
      era === '2026-07-28'
        ? undefined
        : async () => {
            const headers = { [headerNames.sessionId]: sessionId ?? '', [headerNames.protocolVersion]: era };
            await finish(await exchange('DELETE', headers, '', never));
            must(openSessions() === 0, () => 'a session that was ended is kept');
          },
    isWritten: () => true,
    close: async () => {
      await close();
      must(openSessions() <= 1, () => `${openSessions()} sessions of one client`);
    },
  };
}

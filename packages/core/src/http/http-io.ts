import type { HeaderLookup } from '@mcpfusion/protocol';

/** As text, or as the host has parsed it already. */
export type HttpBody = { readonly text: string } | { readonly value: unknown };

/** One HTTP request, whichever host it came through. */
export interface HttpRequest {
  readonly method: string;
  readonly header: HeaderLookup;
  /** All headers in web-standard form; made when somebody looks. */
  headers(): Headers;
  /** `undefined` when it is longer than `maxBytes`. Rejects when the client goes away. */
  readBody(maxBytes: number): Promise<HttpBody | undefined>;
  /** Who the host says is calling. */
  readonly principal: string | undefined;
}

export interface GoneListener {
  onGone(): void;
}

/** The answer to it. Written in order; after `end` nothing. */
export interface HttpReply {
  readonly isStarted: boolean;
  /** What has been written and not been taken. */
  readonly unsentBytes: number;
  start(status: number, headers: Readonly<Record<string, string>>): void;
  /** False: the reader is slower than we are. */
  write(text: string): boolean;
  end(text?: string): void;
  /** Cuts the reader off, whatever it has still to read. */
  destroy(): void;
  /** Calls back once, when writing may go on. */
  whenDrained(callback: () => void): void;
  /** `listener` is told once if the client goes away before the end. */
  tellGone(listener: GoneListener): void;
  /** The client went away before we began. */
  readonly isGone: boolean;
}

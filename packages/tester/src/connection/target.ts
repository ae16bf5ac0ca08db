import type { Era } from '@mcpfusion/protocol';

export type EraChoice = Era | 'auto';

/** A server to be tested, and how to reach it. Plain data: nothing is opened yet. */
export type Target = StdioTarget | HttpTarget;

interface CommonTarget {
  /** How messages name it; without secrets. */
  readonly label: string;
  readonly era: EraChoice;
  /** Of every request. 0 means none. */
  readonly timeoutMs: number;
}

export interface StdioTarget extends CommonTarget {
  readonly kind: 'stdio';
  /** A line for the shell: `node server.js --flag`. */
  readonly command: string;
}

export interface HttpTarget extends CommonTarget {
  readonly kind: 'http';
  readonly url: string;
  /** Sent with every request, `Authorization` included. */
  readonly headers: Readonly<Record<string, string>>;
}

import type { Client } from '@mcpfusion/client';
import type { Finding } from '../checks/finding.js';
import type { Target } from './target.js';

/** An open connection that is watched: every frame goes through the passive checks. */
export interface Connection {
  readonly client: Client;
  readonly target: Target;
  /** What the passive checks have found so far, oldest first. */
  readonly findings: readonly Finding[];
  /** stdio: the last lines of the server's stderr, for messages about failures. */
  stderrTail(): string;
  /** Undefined while the server is there; why it is gone, once it is. */
  lost(): string | undefined;
  /** Ends it, and the server's whole process tree with it. Never rejects. */
  close(): Promise<void>;
}

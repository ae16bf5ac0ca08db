import type { InputNeed, InputRequests } from '@mcpfusion/protocol';
import type { Cancellation } from '../call/cancellation.js';
import type { CallMemory } from '../handler/call-memory.js';
import type { AskedVisits } from './visits.js';

interface AnyAsks {
  /** Throws `ELICITATION_UNSUPPORTED` for what this client cannot be asked. */
  checkNeeds(needs: readonly InputNeed[]): void;
  checkRequests(requests: InputRequests, visits?: AskedVisits): void;
  /** Throws `INPUT_ROUNDS_EXCEEDED` when the client was asked too often. What is asked at once is one round. */
  countRound(): void;
  /** Before a question that waits for visits is put. Throws `SETUP` when another call waits for one of them. */
  openVisits(visits: AskedVisits): Promise<void>;
  /** The question has its answer, or none is wanted any more. */
  closeVisits(visits: AskedVisits): void;
}

/** 2025: the client is there, and answers while the call waits. */
export interface LiveAsks extends AnyAsks {
  readonly kind: 'live';
  /**
   * Asks all at once and gives the answers by key; fewer when one of them `isEnough`. Rejects when one fails, with the
   * reason of the cancel, or after the time that a person has. Questions that are left open are taken back.
   * `visits`: a visit that is agreed to is answered when it is over, which its page tells by this id.
   */
  ask(
    requests: InputRequests,
    cancellation: Cancellation,
    isEnough: (key: string, response: unknown) => boolean,
    visits?: AskedVisits,
  ): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Where another process may have to go on: keeps what the call knows, after each thing it has done and before its
   * handler goes on. Sessions, whose calls end with their process, keep nothing.
   */
  keep?(memory: CallMemory): Promise<void>;
}

/** 2026: the call ends with the questions, and comes again with the answers. */
export interface RetryAsks extends AnyAsks {
  readonly kind: 'retry';
  /** What the client needs to come again. */
  seal(memory: CallMemory): Promise<string>;
}

/** How the questions of one request reach its client, whichever calls it makes. */
export type Asks = LiveAsks | RetryAsks;

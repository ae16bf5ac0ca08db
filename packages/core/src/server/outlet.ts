export interface AnswerListener {
  onWritten(): void;
}

/**
 * Where one exchange's frames go, as JSON text without line breaks. A transport
 * keeps their order. After `finish` or `drop` it is not used again.
 */
export interface Outlet {
  /** A notification that belongs to the exchange. Log messages may be left out when too much waits already. */
  notify(json: string, method: string): void;
  /**
   * The answer. `status` is HTTP's, for answers that come before the first byte.
   * `listener` is told once it is written, which may be later: until then its id is in use.
   */
  finish(json: string, status: number, listener?: AnswerListener): void;
  /** No answer will come: the exchange was cancelled. */
  drop(): void;
  /** What is sent beside the answer gets to the client. */
  isOpen(): boolean;
  /** The reader is slower than we are: what can be left out should be. */
  isPressed(): boolean;
  /** Calls back once, when the pressure has ended. */
  whenDrained(callback: () => void): void;
}

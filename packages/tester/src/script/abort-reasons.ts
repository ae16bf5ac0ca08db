/** A deadline that `timeout` set. Its message goes on the wire as the reason. */
export class DeadlineReached extends Error {
  override readonly name = 'DeadlineReached';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super('context deadline exceeded');
    this.afterMs = afterMs;
  }
}

/** `cancel_after` and `cancel_on` cancel with this. Its message goes on the wire as the reason. */
export class CancelledByScript extends Error {
  override readonly name = 'CancelledByScript';
}

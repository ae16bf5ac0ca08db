/** A body may keep the event loop this long before the others get a turn. */
const turnMs = 8;

let waitingBodies = 0;

/** Whether a body that keeps the event loop busy waits for its next turn: what comes now should not line up behind it. */
export function isLoopShared(): boolean {
  return waitingBodies > 0;
}

/** The turns that one body leaves to the others. */
export class Turns {
  #endsAtMs = performance.now() + turnMs;

  /** It has kept the event loop long enough. */
  get isDue(): boolean {
    return performance.now() >= this.#endsAtMs;
  }

  async take(): Promise<void> {
    waitingBodies++;
    await turn();
    waitingBodies--;
    this.#endsAtMs = performance.now() + turnMs;
  }
}

/** One turn of the event loop, in which sockets are read and written. */
const turn: () => Promise<void> =
  typeof setImmediate === 'function' ? () => new Promise((resolve) => setImmediate(resolve)) : messageTurn;

// A timer would wait at least a millisecond, often four.
function messageTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener(
      'message',
      () => {
        port1.close();
        resolve();
      },
      { once: true },
    );
    port1.start();
    port2.postMessage(undefined);
  });
}

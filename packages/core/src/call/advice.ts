import type { CallMemory } from '../handler/call-memory.js';
import { commandBrand, type Command } from '../handler/commands.js';
import { watchRun, type RunWatch } from '../handler/run-watch.js';
import { spell } from '../handler/yield-star.js';
import type { RunningCall } from './run-call.js';
import { watchWrites } from './watch-writes.js';

/** Work outside of steps before a question may take as long, in ms. */
export const slowWorkMs = 500;

const cure = 'It is done again in every round of a 2026-07-28 call: put it in a step, yield* step(name, fn).';

/** For development: tells the author of a generator what will surprise him when it runs again. */
export class Advice {
  readonly #running: RunningCall;
  readonly #watch: RunWatch;
  #outsideMs = 0;
  #sinceMs = performance.now();

  constructor(running: RunningCall, memory: CallMemory) {
    watchWrites();
    this.#running = running;
    this.#watch = watchRun(memory);
  }

  before(command: Command, isReplaying: boolean): void {
    this.#watch.made.delete(command);
    this.#outsideMs += performance.now() - this.#sinceMs;
    if (command[commandBrand] === 'step') this.#watch.isInStep = true;
    else if (!isReplaying) this.#atQuestion();
  }

  async during<T>(replying: Promise<T>): Promise<T> {
    const reply = await replying;
    this.#watch.isInStep = false;
    this.#sinceMs = performance.now();
    return reply;
  }

  /** What is left was made and never waited for: a charge that was not made, perhaps. */
  atEnd(): void {
    const [command] = this.#watch.made;
    if (!command) return;
    this.#say('a step or question was made and not waited for', {
      what: spell(command),
      cure: `Write yield* in front of it.`,
    });
  }

  #atQuestion(): void {
    const { writes } = this.#watch;
    if (this.#outsideMs > slowWorkMs)
      this.#say('work before a question took long', { tookMs: Math.round(this.#outsideMs), cure });
    if (writes.length > 0) this.#say('something was written before a question', { writes, cure });
  }

  #say(message: string, facts: object): void {
    const { engine, call } = this.#running;
    engine.advise(call.tool.definition, message, facts);
  }
}

import { commandBrand, type Command, type StepCommand } from '../handler/commands.js';
import type { RunWatch } from '../handler/run-watch.js';
import type { RunningCall } from './run-call.js';
import { watchWrites } from './watch-writes.js';

/** Work outside of steps before a question may take as long, in ms. */
export const slowWorkMs = 500;

const cure = 'It is done again in every round of a 2026-07-28 call: put it in a step, yield* step(name, fn).';

const leavingCure =
  'In 2026-07-28 it runs at each question: what belongs to the end goes into a step, yield* step(name, fn, { cleansUp: true }).';

/** For development: tells the author of a generator what will surprise him when it runs again. */
export class Advice {
  readonly #running: RunningCall;
  readonly #watch: RunWatch;
  #outsideMs = 0;
  #sinceMs = performance.now();

  /** Calls inside that wait for a person. */
  #paused = 0;
  #leftWith: number | undefined;

  constructor(running: RunningCall, watch: RunWatch) {
    watchWrites();
    this.#running = running;
    this.#watch = watch;
  }

  before(command: Command, isReplaying: boolean): void {
    this.#count();
    if (command[commandBrand] === 'step') this.#watch.isInStep = true;
    else if (!isReplaying) this.#atQuestion();
  }

  async during<T>(replying: Promise<T>): Promise<T> {
    const reply = await replying;
    this.#watch.isInStep = false;
    this.#sinceMs = performance.now();
    return reply;
  }

  pause(): void {
    if (this.#paused++ === 0) this.#count();
  }

  resume(): void {
    this.#paused--;
    this.#sinceMs = performance.now();
  }

  /** Nothing tells a step that undoes something from one that must not begin any more. */
  atNotBegun({ name }: StepCommand): void {
    this.#say('a step was not begun, since its call had been cancelled before', {
      step: name,
      cure: 'If it undoes something, say so: step(name, fn, { cleansUp: true }).',
    });
  }

  /** It is left at a question, and its `finally` blocks begin. */
  atLeaving(): void {
    this.#leftWith = this.#watch.writes.length;
  }

  atLeft(): void {
    const writes = this.#leftWith === undefined ? [] : this.#watch.writes.slice(this.#leftWith);
    this.#leftWith = undefined;
    if (writes.length > 0) this.#say('something was written in a finally block', { writes, cure: leavingCure });
  }

  #count(): void {
    if (this.#paused === 0) this.#outsideMs += performance.now() - this.#sinceMs;
    this.#sinceMs = performance.now();
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

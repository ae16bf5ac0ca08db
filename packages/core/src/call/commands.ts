import { CancelledError, FusionError } from '../errors.js';
import { runInStep } from '../handler/ambient-memory.js';
import { commandBrand, type Command, type StepCommand } from '../handler/commands.js';
import { Mismatch } from '../input/journal.js';
import { AskCommands } from './ask-commands.js';
import { Cancellation } from './cancellation.js';
import type { Reply } from './drive-generator.js';
import { GeneratorRun } from './generator-run.js';
import { give, notHeld } from './give.js';
import type { RunningCall } from './run-call.js';
import { runStep, type DoneStep } from './run-step.js';

/** Does what one run of a generator waits for by `yield*`. What it did in an earlier round is given back. */
export class Commands {
  readonly #run: GeneratorRun;
  readonly #asks: AskCommands;
  /** Of what is done in `finally` blocks when the call itself is over. */
  readonly #cleanup = new Cancellation();
  #stepsAtEnd = 0;

  constructor(running: RunningCall) {
    this.#run = new GeneratorRun(running);
    this.#asks = new AskCommands(this.#run);
  }

  get isReplaying(): boolean {
    return this.#run.journal.isReplaying;
  }

  /** More was done in earlier rounds than this one has come to. */
  get isBehind(): boolean {
    return this.#run.journal.hasMore;
  }

  /** Whether the handler did so in an earlier round, as far as can be told at once. */
  isKnown(command: Command): boolean {
    if (command[commandBrand] === 'ask') return this.#run.journal.knows('ask');
    return this.#run.journal.knows('step', command.name, command.cleansUp);
  }

  /** Never rejects. */
  async run(command: Command): Promise<Reply> {
    try {
      // Its error was caught: in a session the handler would have got the answer.
      if (this.#run.mustLeave()) return await this.#run.wait();
      return await (command[commandBrand] === 'step' ? this.#step(command) : this.#asks.ask(command));
    } catch (error) {
      return { kind: 'error', error };
    }
  }

  /** In the `finally` blocks of a body whose call is over: what undoes something is done, and nobody can be asked. Never rejects. */
  async runAtEnd(command: Command): Promise<Reply> {
    if (command[commandBrand] === 'ask') return { kind: 'error', error: overError() };
    try {
      const { signal } = this.#cleanup;
      await this.#run.running.holding.takeAgain(this.#cleanup);
      const { entry, thrown } = await runStep(command, signal, this.#run.keyOf(`end-${++this.#stepsAtEnd}`));
      return give(entry, thrown);
    } catch (error) {
      return { kind: 'error', error };
    }
  }

  /** The `finally` blocks have had their time. */
  giveUp(): void {
    this.#cleanup.cancel(new CancelledError('timeout', 'The handler took too long to end, and was given up.'));
  }

  /** Throws `STATE_STALE` when the handler has ended without doing again what it had done. */
  checkAllDone(): void {
    const left = this.#run.mustLeave() ? undefined : this.#run.journal.left();
    if (left) throw this.#run.stale(left);
  }

  async #step(command: StepCommand): Promise<Reply> {
    const { name } = command;
    const ordinal = this.#run.journal.nextStep();
    const known = this.#run.journal.next('step', name);
    if (known instanceof Mismatch) return this.#run.end(known);
    if (known) return give(known);
    if (this.#run.memory.asked !== undefined) return this.#run.end(new Mismatch('a question', `step '${name}'`));
    const { cancellation, call } = this.#run.running;
    await this.#run.running.holding.beginStep();
    if (!this.#run.running.holding.isHeld) return notHeld();
    const inside = call.round?.input.beginStep(ordinal);
    const run = (): Promise<DoneStep> => runStep(command, cancellation.signal, this.#run.keyOf(ordinal));
    const { entry, thrown } = await (inside ? runInStep(inside.scope, run) : run());
    inside?.end();
    this.#run.running.holding.endStep();
    // Cut short: it is not done, whatever it made of that.
    if (cancellation.reason) return { kind: 'error', error: cancellation.reason };
    if (this.#run.mustLeave() && inside?.isAsking()) return this.#run.wait();
    inside?.forget();
    await this.#run.add(entry);
    // A call beside it has asked meanwhile: the step is done all the same.
    return this.#run.mustLeave() ? this.#run.wait() : give(entry, thrown);
  }
}

function overError(): FusionError {
  return new FusionError('CANCELLED', 'The call is over: nobody can be asked any more.');
}

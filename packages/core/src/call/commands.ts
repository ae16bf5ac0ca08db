import { own, type InputRequests, type InputResponse } from '@mcpfusion/protocol';
import { CancelledError, FusionError, setupError } from '../errors.js';
import { runInStep } from '../handler/ambient-memory.js';
import { createMemory, type CallMemory } from '../handler/call-memory.js';
import { commandBrand, type AskCommand, type Command, type StepCommand } from '../handler/commands.js';
import type { JournalEntry, RecordedError } from '../handler/journal-entry.js';
import { askKey } from '../handler/require-input.js';
import { spell } from '../handler/yield-star.js';
import { askUntilAnswered } from '../input/ask-live.js';
import type { LiveAsks } from '../input/asks.js';
import { canonicalJson } from '../input/canonical-json.js';
import { Journal, Mismatch } from '../input/journal.js';
import { recordError } from '../input/recorded-error.js';
import { digest } from '../input/seal.js';
import { visitsOf } from '../input/visits.js';
import { Cancellation } from './cancellation.js';
import type { Reply } from './drive-generator.js';
import { internalError, isTellable } from './failure.js';
import { give, isRefusal } from './give.js';
import { InputNeeded } from './input-needed.js';
import type { Round, RunningCall } from './run-call.js';
import { runStep, type DoneStep } from './run-step.js';

/**
 * Does what one run of a generator waits for by `yield*`. What it did in an earlier round is given back. A question
 * without an answer waits where the client is there (`live`), and otherwise the body is left there (`retry`), to run
 * again from its top with the answer.
 */
export class Commands {
  readonly #running: RunningCall;
  readonly #memory: CallMemory;
  readonly #journal: Journal;
  /** Of what is done in `finally` blocks when the call itself is over. */
  readonly #cleanup = new Cancellation();
  #stepsAtEnd = 0;

  constructor(running: RunningCall) {
    this.#running = running;
    const { round } = running.call;
    this.#memory = round?.input.memory ?? createMemory(false);
    this.#journal = new Journal(this.#memory, round !== undefined);
  }

  get isReplaying(): boolean {
    return this.#journal.isReplaying;
  }

  /** Whether the handler did so in an earlier round, as far as can be told at once. */
  isKnown(command: Command): boolean {
    return command[commandBrand] === 'step' ? this.#journal.knows('step', command.name) : this.#journal.knows('ask');
  }

  /** Never rejects. */
  async run(command: Command): Promise<Reply> {
    try {
      // Its error was caught: in a session the handler would have got the answer.
      if (this.#mustLeave()) return await this.#wait();
      return await (command[commandBrand] === 'step' ? this.#step(command) : this.#ask(command));
    } catch (error) {
      return { kind: 'error', error };
    }
  }

  /** In the `finally` blocks of a body whose call is over: what undoes something is done, and nobody can be asked. Never rejects. */
  async runAtEnd(command: Command): Promise<Reply> {
    if (command[commandBrand] === 'ask') return { kind: 'error', error: overError() };
    try {
      const { signal } = this.#cleanup;
      await this.#running.holding.takeAgain(this.#cleanup);
      const { entry, thrown } = await runStep(command, signal, this.#keyOf(`end-${++this.#stepsAtEnd}`));
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
    const left = this.#mustLeave() ? undefined : this.#journal.left();
    if (left) throw this.#stale(left);
  }

  async #step(command: StepCommand): Promise<Reply> {
    const { name } = command;
    const ordinal = this.#journal.nextStep();
    const known = this.#journal.next('step', name);
    if (known instanceof Mismatch) return this.#end(known);
    if (known) return give(known);
    if (this.#memory.asked !== undefined) return this.#end(new Mismatch('a question', `step '${name}'`));
    const { cancellation, call } = this.#running;
    await this.#running.holding.beginStep();
    const inside = call.round?.input.beginStep(ordinal);
    const run = (): Promise<DoneStep> => runStep(command, cancellation.signal, this.#keyOf(ordinal));
    const { entry, thrown } = await (inside ? runInStep(inside.scope, run) : run());
    inside?.end();
    this.#running.holding.endStep();
    // Cut short: it is not done, whatever it made of that.
    if (cancellation.reason) return { kind: 'error', error: cancellation.reason };
    if (this.#mustLeave() && inside?.isAsking()) return this.#wait();
    inside?.forget();
    await this.#add(entry);
    // A call beside it has asked meanwhile: the step is done all the same.
    return this.#mustLeave() ? this.#wait() : give(entry, thrown);
  }

  async #ask(command: AskCommand): Promise<Reply> {
    const { round, tool } = this.#running.call;
    if (!round) throw setupError(`Expected ${tool.definition.name} to be .interactive(), since it asks its user.`);
    const { asks } = round.input;
    const ordinal = this.#journal.nextAsk();
    const text = canonicalJson([command.requests, command.visits]);
    // Alone what travels must be short.
    const name = asks.kind === 'retry' ? await digest(text) : text;
    const known = this.#journal.next('ask', name);
    if (known instanceof Mismatch) return this.#end(new Mismatch(known.expected, spell(command)));
    if (known) return give(known);
    const { asked } = this.#memory;
    if (asked !== undefined && asked !== name)
      return this.#end(new Mismatch('the question it had asked', spell(command)));
    if (asked !== undefined && this.#memory.failed) return this.#askedTooOften(name, this.#memory.failed);
    const answers = asked === undefined ? undefined : this.#takeAnswers(command, ordinal);
    if (answers) return this.#answered(name, answers);
    const requests = byAskKey(command.requests, ordinal);
    // It must be the same when the call goes on elsewhere.
    this.#callId();
    this.#memory.asked = name;
    this.#memory.visits = byAskKey(command.visits, ordinal);
    const visits = visitsOf(this.#memory);
    try {
      asks.checkRequests(requests, visits);
      if (asks.kind === 'retry') asks.countRound();
      // Before the question is put: its page may be quicker than we are.
      if (visits) await asks.openVisits(visits);
      if (asks.kind === 'retry') return await this.#leave(round, requests);
      const failed = await this.#askLive(asks, requests);
      if (failed) return failed;
    } catch (thrown) {
      if (visits) asks.closeVisits(visits);
      if (this.#running.cancellation.reason) return { kind: 'error', error: thrown };
      const error = isTellable(thrown) ? thrown : internalError(thrown);
      this.#forgetAsked();
      const entry: JournalEntry = { kind: 'ask', name, error: recordError(error) };
      await this.#add(entry);
      return give(entry, error);
    }
    return this.#answered(name, this.#takeAnswers(command, ordinal) ?? {});
  }

  /** Only when its client can come again: otherwise this is the end, where the handler cleans up. */
  async #leave(round: Round, requests: InputRequests): Promise<Reply> {
    await this.#running.changes.end(this.#running.cancellation);
    this.#memory.pending = requests;
    try {
      await round.seal();
    } catch (error) {
      this.#memory.pending = {};
      throw error;
    }
    return this.#wait();
  }

  /** While a person is asked neither this call nor those around it hold slot or key. */
  async #askLive(asks: LiveAsks, requests: InputRequests): Promise<Reply | undefined> {
    const running = this.#running;
    running.pause();
    this.#memory.pending = requests;
    let outcome: { readonly error: unknown } | undefined;
    try {
      await askUntilAnswered(asks, this.#memory, running.cancellation, () => running.enter('asked'));
      running.enter('answered');
    } catch (error) {
      outcome = { error };
    }
    this.#memory.pending = {};
    const visits = visitsOf(this.#memory);
    if (visits) asks.closeVisits(visits);
    try {
      await running.resume();
    } catch (error) {
      // It must not go on without what it holds by right, whatever it would catch.
      return { kind: 'leave', with: { error }, isEnd: true };
    }
    if (outcome) throw outcome.error;
    return undefined;
  }

  async #askedTooOften(name: string, error: RecordedError): Promise<Reply> {
    delete this.#memory.failed;
    this.#forgetAsked();
    const entry: JournalEntry = { kind: 'ask', name, error };
    await this.#add(entry);
    return give(entry);
  }

  async #answered(name: string, answers: Readonly<Record<string, InputResponse>>): Promise<Reply> {
    this.#forgetAsked();
    const entry: JournalEntry = { kind: 'ask', name, answers };
    if (this.#running.call.round?.input.asks.kind === 'retry') await this.#branch(name, answers);
    await this.#add(entry);
    return give(entry);
  }

  async #add(entry: JournalEntry): Promise<void> {
    this.#journal.add(entry);
    const asks = this.#running.call.round?.input.asks;
    if (asks?.kind === 'live') await asks.keep?.(this.#memory);
  }

  #forgetAsked(): void {
    delete this.#memory.asked;
    delete this.#memory.visits;
  }

  /** Nothing: some are missing, and none is a refusal. */
  #takeAnswers({ requests }: AskCommand, ordinal: number): Record<string, InputResponse> | undefined {
    const { responses } = this.#memory;
    const answers: Record<string, InputResponse> = {};
    for (const key of Object.keys(requests)) {
      const response = own(responses, askKey(ordinal, key)) as InputResponse | undefined;
      if (response) answers[key] = response;
    }
    const isComplete = Object.keys(requests).every((key) => answers[key]) || Object.values(answers).some(isRefusal);
    if (!isComplete) return undefined;
    for (const key of Object.keys(requests)) delete responses[askKey(ordinal, key)];
    return answers;
  }

  /** 2026: a call inside has asked, so that this one runs again before it may go on. */
  #mustLeave(): boolean {
    return this.#running.call.round?.hasOpenQuestion() === true;
  }

  async #wait(): Promise<Reply> {
    await this.#running.changes.end(this.#running.cancellation);
    return { kind: 'leave', with: { error: new InputNeeded(this.#running.call.tool.definition.name) } };
  }

  /** One state may be answered in two ways, and what is done then is not the same. */
  async #branch(name: string, answers: object): Promise<void> {
    this.#memory.branch = (await digest(canonicalJson([this.#memory.branch, name, answers]))).slice(0, 10);
  }

  /** Names one step of this call on every attempt. */
  #keyOf(step: number | string): string {
    const { branch } = this.#memory;
    return `${this.#callId()}-${branch === undefined ? '' : `${branch}-`}${step}`;
  }

  #callId(): string {
    return (this.#memory.id ??= crypto.randomUUID());
  }

  #end(mismatch: Mismatch): Reply {
    return { kind: 'leave', with: { error: this.#stale(mismatch) } };
  }

  #stale({ expected, got }: Mismatch): FusionError {
    const { engine, call } = this.#running;
    const { name } = call.tool.definition;
    engine.log.warning('a handler did not do again what it had done before its question', {
      tool: name,
      expected,
      got,
      cure: 'Reads that decide a branch or show in a question belong in a step.',
    });
    return new FusionError('STATE_STALE', `${name} cannot go on from where it asked.`, {
      recovery: 'Call it again, without the answer.',
    });
  }
}

function byAskKey<T>(record: Readonly<Record<string, T>>, ordinal: number): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [askKey(ordinal, key), value]));
}

function overError(): FusionError {
  return new FusionError('CANCELLED', 'The call is over: nobody can be asked any more.');
}

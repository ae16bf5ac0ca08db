import { own, type InputRequests, type InputResponse } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import type { AskCommand } from '../handler/commands.js';
import type { JournalEntry, RecordedError } from '../handler/journal-entry.js';
import { askKey } from '../handler/require-input.js';
import { spell } from '../handler/yield-star.js';
import { askUntilAnswered } from '../input/ask-live.js';
import type { Asks, LiveAsks } from '../input/asks.js';
import { canonicalJson } from '../input/canonical-json.js';
import { Mismatch, otherQuestion } from '../input/journal.js';
import { recordError } from '../input/recorded-error.js';
import { digest } from '../input/seal.js';
import { visitsOf } from '../input/visits.js';
import type { Reply } from './drive-generator.js';
import { internalError, isTellable } from './failure.js';
import type { GeneratorRun } from './generator-run.js';
import { give, isRefusal, notHeld } from './give.js';
import type { Round } from './run-call.js';

/**
 * Puts the questions of one run of a generator. One without an answer waits where the client is there (`live`);
 * otherwise (`retry`) the body is left there, to run again from its top with the answer.
 */
export class AskCommands {
  readonly #run: GeneratorRun;

  constructor(run: GeneratorRun) {
    this.#run = run;
  }

  async ask(command: AskCommand): Promise<Reply> {
    const { round, tool } = this.#run.running.call;
    if (!round) throw setupError(`Expected ${tool.definition.name} to be .interactive(), since it asks its user.`);
    const { asks } = round.input;
    const ordinal = this.#run.journal.nextAsk();
    const text = canonicalJson([command.requests, command.visits]);
    // Alone what travels must be short.
    const name = asks.kind === 'retry' ? await digest(text) : text;
    const known = this.#run.journal.next('ask', name);
    if (known instanceof Mismatch) return this.#run.end(new Mismatch(known.expected, spell(command)));
    if (known) return give(known);
    const { asked } = this.#run.memory;
    if (asked !== undefined && asked !== name)
      return this.#run.end(new Mismatch(`the question it had asked, ${otherQuestion}`, spell(command)));
    if (asked !== undefined && this.#run.memory.failed) return this.#askedTooOften(asks, name, this.#run.memory.failed);
    const answers = asked === undefined ? undefined : this.#takeAnswers(command, ordinal);
    if (answers) return this.#answered(name, answers);
    const requests = byAskKey(command.requests, ordinal);
    // It must be the same when the call goes on elsewhere.
    this.#run.callId();
    this.#run.memory.asked = name;
    delete this.#run.memory.waits;
    this.#run.memory.visits = byAskKey(command.visits, ordinal);
    const visits = visitsOf(this.#run.memory);
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
      if (this.#run.running.cancellation.reason) return { kind: 'error', error: thrown };
      const error = isTellable(thrown) ? thrown : internalError(thrown);
      this.#forgetAsked();
      const entry: JournalEntry = { kind: 'ask', name, error: recordError(error) };
      await this.#run.add(entry);
      return give(entry, error);
    }
    return this.#answered(name, this.#takeAnswers(command, ordinal) ?? {});
  }

  /** Only when its client can come again: otherwise this is the end, where the handler cleans up. */
  async #leave(round: Round, requests: InputRequests): Promise<Reply> {
    await this.#run.changesEnd();
    this.#run.memory.pending = requests;
    try {
      await round.seal();
    } catch (error) {
      this.#run.memory.pending = {};
      throw error;
    }
    return this.#run.leave();
  }

  /** While a person is asked neither this call nor those around it hold slot or key. */
  async #askLive(asks: LiveAsks, requests: InputRequests): Promise<Reply | undefined> {
    const running = this.#run.running;
    running.pause();
    this.#run.memory.pending = requests;
    let outcome: { readonly error: unknown } | undefined;
    try {
      await askUntilAnswered(asks, this.#run.memory, running.cancellation, () => running.enter('asked'));
      running.enter('answered');
    } catch (error) {
      outcome = { error };
    }
    this.#run.memory.pending = {};
    const visits = visitsOf(this.#run.memory);
    if (visits) asks.closeVisits(visits);
    try {
      await running.resume();
    } catch (error) {
      // It must not go on without what it holds by right, whatever it would catch.
      return { kind: 'leave', with: { error }, isEnd: true };
    }
    if (!running.holding.isHeld) return notHeld();
    if (outcome) throw outcome.error;
    return undefined;
  }

  async #askedTooOften(asks: Asks, name: string, error: RecordedError): Promise<Reply> {
    delete this.#run.memory.failed;
    const visits = visitsOf(this.#run.memory);
    if (visits) asks.closeVisits(visits);
    this.#forgetAsked();
    const entry: JournalEntry = { kind: 'ask', name, error };
    await this.#run.add(entry);
    return give(entry);
  }

  async #answered(name: string, answers: Readonly<Record<string, InputResponse>>): Promise<Reply> {
    this.#forgetAsked();
    const entry: JournalEntry = { kind: 'ask', name, answers };
    if (this.#run.running.call.round?.input.asks.kind === 'retry') await this.#branch(name, answers);
    await this.#run.add(entry);
    return give(entry);
  }

  /** One state may be answered in two ways, and what is done then is not the same. */
  async #branch(name: string, answers: object): Promise<void> {
    this.#run.memory.branch = (await digest(canonicalJson([this.#run.memory.branch, name, answers]))).slice(0, 10);
  }

  #forgetAsked(): void {
    delete this.#run.memory.asked;
    delete this.#run.memory.visits;
  }

  /** Nothing: some are missing, and none is a refusal. */
  #takeAnswers({ requests }: AskCommand, ordinal: number): Record<string, InputResponse> | undefined {
    const { responses } = this.#run.memory;
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
}

function byAskKey<T>(record: Readonly<Record<string, T>>, ordinal: number): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [askKey(ordinal, key), value]));
}

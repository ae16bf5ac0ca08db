import { FusionError } from '../errors.js';
import { createMemory, type CallMemory } from '../handler/call-memory.js';
import type { JournalEntry } from '../handler/journal-entry.js';
import { Journal, type Mismatch } from '../input/journal.js';
import type { Reply } from './drive-generator.js';
import { InputNeeded } from './input-needed.js';
import type { RunningCall } from './run-call.js';

/** One run of a generator: what it knows of earlier runs, and how it is left. */
export class GeneratorRun {
  readonly running: RunningCall;
  readonly memory: CallMemory;
  readonly journal: Journal;

  constructor(running: RunningCall) {
    this.running = running;
    const { round } = running.call;
    this.memory = round?.input.memory ?? createMemory(false);
    this.journal = new Journal(this.memory, round !== undefined);
  }

  async add(entry: JournalEntry): Promise<void> {
    this.journal.add(entry);
    const asks = this.running.call.round?.input.asks;
    if (asks?.kind === 'live') await asks.keep?.(this.memory);
  }

  /** 2026: a call inside has asked, so that this one runs again before it may go on. */
  mustLeave(): boolean {
    return this.running.call.round?.hasOpenQuestion() === true;
  }

  /** Until what changes something inside has ended. */
  async wait(): Promise<Reply> {
    await this.changesEnd();
    return this.leave();
  }

  async changesEnd(): Promise<void> {
    await this.running.changes.end(this.running.cancellation, this.running.graceMs);
  }

  leave(): Reply {
    return { kind: 'leave', with: { error: new InputNeeded(this.running.call.tool.definition.name) } };
  }

  /** Names one step of this call on every attempt. */
  keyOf(step: number | string): string {
    const { branch } = this.memory;
    return `${this.callId()}-${branch === undefined ? '' : `${branch}-`}${step}`;
  }

  callId(): string {
    return (this.memory.id ??= crypto.randomUUID());
  }

  end(mismatch: Mismatch): Reply {
    return { kind: 'leave', with: { error: this.stale(mismatch) } };
  }

  stale({ expected, got }: Mismatch): FusionError {
    const { engine, call } = this.running;
    const { name } = call.tool.definition;
    // It ends every call in this way, until somebody mends it.
    engine.log.error('a handler did not do again what it had done before its question', {
      tool: name,
      expected,
      got,
      cure: 'Reads that decide a branch or show in a question belong in a step.',
    });
    return new FusionError('STATE_STALE', `${name} cannot go on from where it asked.`, {
      recovery:
        'Call it again, without the answer. If that ends in the same way, do not go on: the tool must be mended first.',
    });
  }
}

import type { CallMemory } from '../handler/call-memory.js';
import type { JournalEntry } from '../handler/journal-entry.js';

/** The handler did not do again what it had done. For the log: the client is told to start again. */
export class Mismatch {
  constructor(
    readonly expected: string,
    readonly got: string,
  ) {}
}

/** All that can be said of a question that is known by its digest alone. */
export const otherQuestion = 'whose words, fields or visit ids differ';

/** What a generator has done by `yield*` in earlier rounds, given back in order to the next run of its handler; and what it does now, for the run after. */
export class Journal {
  readonly #memory: CallMemory;
  readonly #entries: JournalEntry[];
  readonly #keeps: boolean;
  #cursor = 0;
  #steps = 0;
  #asks = 0;

  /** `keeps`: the handler may run again. */
  constructor(memory: CallMemory, keeps: boolean) {
    this.#memory = memory;
    this.#keeps = keeps;
    this.#entries = memory.journal ??= [];
  }

  /** The handler has not come as far yet as it came in the round before. */
  get isReplaying(): boolean {
    return this.#cursor < this.#entries.length || this.#memory.asked !== undefined;
  }

  nextStep(): number {
    return ++this.#steps;
  }

  nextAsk(): number {
    return ++this.#asks;
  }

  /** What the handler does next, if it has done so before. */
  next(kind: JournalEntry['kind'], name: string): JournalEntry | Mismatch | undefined {
    const entry = this.#entries[this.#cursor];
    if (!entry) return undefined;
    if (entry.kind !== kind || entry.name !== name)
      return new Mismatch(
        kind === 'ask' && entry.kind === kind ? `a question ${otherQuestion}` : spell(entry),
        spell({ kind, name }),
      );
    this.#cursor++;
    return entry;
  }

  /** Whether the handler did this next in an earlier round. Of a question that it did ask. */
  knows(kind: JournalEntry['kind'], name?: string, cleansUp = false): boolean {
    const entry = this.#entries[this.#cursor];
    if (entry?.kind !== kind || (name !== undefined && entry.name !== name)) return false;
    // One that undoes something must not pass for another of its name.
    return 'cleansUp' in entry === cleansUp;
  }

  /** There is more that was done before. */
  get hasMore(): boolean {
    return this.#cursor < this.#entries.length;
  }

  add(entry: JournalEntry): void {
    if (!this.#keeps) return;
    this.#entries.push(entry);
    this.#cursor = this.#entries.length;
  }

  /** The handler is at its end: what it has not done again. */
  left(): Mismatch | undefined {
    const entry = this.#entries[this.#cursor] ?? (this.#memory.asked === undefined ? undefined : question);
    return entry && new Mismatch(spell(entry), 'its end');
  }
}

const question = { kind: 'ask', name: '' } as const;

function spell({ kind, name }: Pick<JournalEntry, 'kind' | 'name'>): string {
  return kind === 'step' ? `step '${name}'` : 'a question';
}

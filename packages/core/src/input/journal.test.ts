import { describe, expect, it } from 'vitest';
import { createMemory } from '../handler/call-memory.js';
import type { JournalEntry } from '../handler/journal-entry.js';
import { Journal, Mismatch } from './journal.js';

const step = (name: string, value?: string): JournalEntry => ({
  kind: 'step',
  name,
  ...(value === undefined ? {} : { value }),
});
const question = (name: string): JournalEntry => ({ kind: 'ask', name, answers: {} });
const known = [step('a', '1'), question('q'), step('b', '2'), step('a', '3')];
/** A journal as it comes from the round before. */
const journalOf = (entries: readonly JournalEntry[], asked?: string): Journal =>
  new Journal({ ...createMemory(false), journal: [...entries], ...(asked === undefined ? {} : { asked }) }, true);

describe('a journal', () => {
  it('gives back in order what it holds, and then takes more', () => {
    const journal = journalOf(known);
    for (const { kind, name } of known) {
      expect(journal.isReplaying).toBe(true);
      expect(journal.next(kind, name)).toMatchObject({ kind, name });
    }
    expect(journal.isReplaying).toBe(false);
    expect(journal.next('step', 'c')).toBeUndefined();
    journal.add(step('c'));
    expect(journal.next('step', 'c')).toBeUndefined();
    expect(journal.left()).toBeUndefined();
  });

  it.each<[string, JournalEntry['kind'], string, string, string]>([
    ['another step', 'step', 'b', `step 'a'`, `step 'b'`],
    ['a question for a step', 'ask', 'q', `step 'a'`, 'a question'],
  ])('does not give %s, and stays where it is', (_what, kind, name, expected, got) => {
    const journal = journalOf(known);
    expect(journal.next(kind, name)).toEqual(new Mismatch(expected, got));
    expect(journal.next('step', 'a')).toEqual(known[0]);
  });

  it('tells a question from another', () => {
    const journal = journalOf(known.slice(1));
    expect(journal.next('ask', 'r')).toEqual(
      new Mismatch('a question whose words, fields or visit ids differ', 'a question'),
    );
    expect(journal.next('step', 'r')).toEqual(new Mismatch('a question', `step 'r'`));
  });

  it('tells what is left at the end, the open question last', () => {
    const journal = journalOf([step('a')], 'q');
    expect(journal.left()).toEqual(new Mismatch(`step 'a'`, 'its end'));
    journal.next('step', 'a');
    expect([journal.isReplaying, journal.left()]).toEqual([true, new Mismatch('a question', 'its end')]);
  });

  it('is part of what the call knows, and keeps nothing where the handler never runs again', () => {
    const memory = createMemory(false);
    new Journal(memory, true).add(step('a'));
    expect(memory.journal).toEqual([step('a')]);
    const other = createMemory(false);
    const journal = new Journal(other, false);
    for (let n = 0; n < 10; n++) journal.add(step('a'));
    expect(other.journal).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { compare, strayEntries } from './expected-failures.js';
import { judge, type Verdict } from './judge.js';

const passing = (scenario: string): Verdict => judge(scenario, [{ id: 'a', status: 'SUCCESS', description: '' }]);
const failing = (scenario: string, ...ids: string[]): Verdict =>
  judge(
    scenario,
    ids.map((id) => ({ id, status: 'FAILURE' as const, description: '' })),
  );
const entry = (...checks: string[]) => ({ reason: 'not built yet', checks });

describe('compare', () => {
  it('is content when everything is as expected', () => {
    const compared = compare(['one', 'two'], [passing('one'), failing('two', 'a', 'b')], { two: entry('a', 'b') });
    expect(compared.problems).toEqual([]);
    expect(compared.passed.map(({ scenario }) => scenario)).toEqual(['one']);
    expect(compared.expected.map(({ scenario }) => scenario)).toEqual(['two']);
    expect(compared.unexpected).toEqual([]);
  });

  it.each([
    ['a failure that is not in the file', [failing('one', 'a')], {}, 'one: a fails'],
    [
      'a failing check beyond the entry',
      [failing('one', 'a', 'b')],
      { one: entry('a') },
      'one: b fails, which is not expected',
    ],
    ['an entry that passes', [passing('one')], { one: entry('a') }, 'one: passes now; the entry is stale, remove it'],
    [
      'an entry with a check that passes',
      [failing('one', 'a')],
      { one: entry('a', 'b') },
      'one: b does not fail any more; it is stale, remove it',
    ],
    ['a scenario that did not run', [], {}, 'one: the suite did not run it'],
    ['a scenario that did not run, though expected to fail', [], { one: entry('a') }, 'one: the suite did not run it'],
  ])('finds %s', (_, verdicts, expectations, problem) => {
    expect(compare(['one'], verdicts, expectations).problems).toEqual([problem]);
  });

  it('finds an entry without a scenario', () => {
    expect(strayEntries(['one'], { one: entry('a'), two: entry('a') })).toEqual([
      'two: the suite has no such scenario; remove the entry',
    ]);
  });
});

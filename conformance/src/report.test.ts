import { expect, it } from 'vitest';
import { compare } from './expected-failures.js';
import { judge } from './judge.js';
import { detailsOf, summaryOf, tableOf } from './report.js';

const verdicts = [
  judge('one', [
    { id: 'a', status: 'SUCCESS', description: '' },
    { id: 'b', status: 'SKIPPED', description: '', details: { note: 'not declared' } },
  ]),
  judge('two', [{ id: 'c', status: 'FAILURE', description: '' }]),
  judge('three', [{ id: 'd', status: 'WARNING', description: '', errorMessage: 'wrong code' }]),
];
const expectations = { two: { reason: 'Two: not built yet.', checks: ['c'] } };
const report = {
  ...compare(['one', 'two', 'three', 'four'], verdicts, expectations),
  side: 'server' as const,
  era: '2026-07-28' as const,
  total: 4,
};

it('prints what passed, what was expected and what was not', () => {
  expect(tableOf([report])).toBe(
    [
      'revision           passed  expected to fail  unexpected',
      '2026-07-28 server     1/4                 1           2',
    ].join('\n'),
  );
  expect(summaryOf([report])).toBe('conformance: 1 of 4 scenarios pass, 1 expected to fail, 2 unexpected');
});

it('prints why', () => {
  expect(detailsOf(report, expectations).split('\n')).toEqual([
    '  expected to fail: two',
    '    Two: not built yet.',
    '  SKIPPED one b: not declared',
    '  UNEXPECTED three: d fails',
    '  UNEXPECTED four: the suite did not run it',
    '    WARNING three d: wrong code',
  ]);
});

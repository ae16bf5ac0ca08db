import { describe, expect, it } from 'vitest';
import { judge, nothingJudged, remarksOf, type Check } from './judge.js';

const check = (id: string, status: Check['status'], more: Partial<Check> = {}): Check => ({
  id,
  status,
  description: id,
  ...more,
});

describe('judge', () => {
  it('passes a scenario whose checks succeed', () => {
    expect(judge('ping', [check('ping', 'SUCCESS'), check('wire-schema-valid', 'SUCCESS')])).toMatchObject({
      isPassed: true,
      failing: [],
    });
  });

  it.each(['FAILURE', 'WARNING'] as const)('does not pass a scenario with a %s', (status) => {
    const verdict = judge('ping', [check('a', 'SUCCESS'), check('b', status), check('b', status)]);
    expect(verdict).toMatchObject({ isPassed: false, failing: ['b'] });
  });

  it('does not pass a scenario that shows nothing', () => {
    for (const checks of [
      [],
      [check('wire-schema-valid', 'SUCCESS')],
      [check('a', 'SKIPPED'), check('b', 'INFO'), check('wire-schema-valid', 'SUCCESS')],
    ]) {
      expect(judge('ping', checks)).toMatchObject({ isPassed: false, failing: [nothingJudged] });
    }
  });

  it('passes a scenario that skips some and says why', () => {
    const verdict = judge('ping', [
      check('a', 'SUCCESS'),
      check('b', 'SKIPPED', { details: { note: 'not declared' } }),
      check('c', 'INFO'),
    ]);
    expect(verdict.isPassed).toBe(true);
    expect(remarksOf(verdict).map(({ id }) => id)).toEqual(['b']);
  });
});

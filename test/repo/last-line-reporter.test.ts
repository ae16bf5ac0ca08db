import { expect, it } from 'vitest';
// @ts-expect-error -- a plain JavaScript file without declarations
import * as reporter from '../../scripts/last-line-reporter.mjs';

type State = 'passed' | 'failed' | 'skipped' | 'pending';
type Count = Record<'passed' | 'failed' | 'skipped', number>;

const { countTests, skippedTests } = reporter as {
  countTests: (modules: unknown[], errors: unknown[]) => Count;
  skippedTests: (modules: unknown[]) => string[];
};

const fakeModule = (state: State, tests: State[]): unknown => ({
  state: () => state,
  children: { allTests: () => tests.map((test) => ({ result: () => ({ state: test }) })) },
});

it('counts tests by their end', () => {
  const modules = [fakeModule('failed', ['passed', 'failed']), fakeModule('passed', ['passed', 'skipped'])];
  expect(countTests(modules, [])).toEqual({ passed: 2, failed: 1, skipped: 1 });
});

it('counts as failed what failed outside a test, and what never ended', () => {
  const modules = [fakeModule('failed', []), fakeModule('passed', ['pending'])];
  expect(countTests(modules, [new Error('unhandled')])).toEqual({ passed: 0, failed: 3, skipped: 0 });
});

it('names skipped tests, with the reason that the skip gives', () => {
  const skipped = [
    { fullName: 'a (no python3)', result: () => ({ state: 'skipped' }) },
    { fullName: 'b', result: () => ({ state: 'skipped', note: 'no nginx' }) },
  ];
  const module = { children: { allTests: (state: string) => (state === 'skipped' ? skipped : []) } };
  expect(skippedTests([module])).toEqual(['a (no python3)', 'b (no nginx)']);
});

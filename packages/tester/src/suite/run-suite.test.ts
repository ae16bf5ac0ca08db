import { describe, expect, it } from 'vitest';
import type { Finding } from '../checks/finding.js';
import type { ExitCode } from '../exit/exit-code.js';
import type { PlannedRun } from '../reporters/reporter.js';
import type { ScriptReport, SuiteReport } from './report.js';
import { runSuite, type SuiteOptions } from './run-suite.js';

const report = ({ file, era }: PlannedRun, exitCode: ExitCode, findings: Finding[] = []): ScriptReport => ({
  file,
  era,
  spokenEra: undefined,
  transport: 'stdio',
  steps: [],
  executed: 0,
  passed: 0,
  failed: 0,
  exitCode,
  findings,
  stderrTail: '',
  durationMs: 0,
});

const runs: readonly PlannedRun[] = ['a', 'b', 'c', 'd'].map((file) => ({ file, era: 'auto' }));

const run = (codes: Record<string, ExitCode>, options: Partial<SuiteOptions> = {}): Promise<SuiteReport> =>
  runSuite({
    runs,
    reporters: [],
    jobs: 1,
    isBail: false,
    isStrict: false,
    signal: new AbortController().signal,
    runScript: (one) => Promise.resolve(report(one, codes[one.file] ?? 0)),
    ...options,
  });

describe('a suite', () => {
  it('keeps the order it was given, whatever ends first', async () => {
    const gates = new Map(runs.map((one) => [one.file, gate()]));
    const ended: string[] = [];
    const running = run(
      {},
      {
        jobs: 4,
        runScript: async (one) => {
          await gates.get(one.file)?.promise;
          ended.push(one.file);
          return report(one, 0);
        },
      },
    );
    for (const file of ['d', 'b', 'a', 'c']) {
      gates.get(file)?.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await running).scripts.map(({ file }) => file)).toEqual(['a', 'b', 'c', 'd']);
    expect(ended).toEqual(['d', 'b', 'a', 'c']);
  });

  it('runs as many at once as it may', async () => {
    let now = 0;
    let most = 0;
    await run(
      {},
      {
        jobs: 2,
        runScript: async (one) => {
          most = Math.max(most, ++now);
          await new Promise((resolve) => setImmediate(resolve));
          now--;
          return report(one, 0);
        },
      },
    );
    expect(most).toBe(2);
  });

  it.each<[Record<string, ExitCode>, ExitCode]>([
    [{}, 0],
    [{ a: 1 }, 1],
    [{ a: 1, b: 2 }, 2],
    [{ a: 3, b: 2, c: 1 }, 3],
    [{ a: 130, b: 3 }, 130],
  ])('with %j ends with %i', async (codes, exitCode) => {
    expect((await run(codes)).exitCode).toBe(exitCode);
  });

  it('with bail starts nothing after a failure, and names what was not run', async () => {
    const { scripts, notRun, exitCode } = await run({ b: 1 }, { isBail: true });
    expect([scripts.map(({ file }) => file), notRun, exitCode]).toEqual([['a', 'b'], ['c', 'd'], 1]);
  });

  it('with bail and several at a time, a later success does not make up for a failure', async () => {
    const gates = new Map(runs.map((one) => [one.file, gate()]));
    const started: string[] = [];
    const running = run(
      {},
      {
        jobs: 2,
        isBail: true,
        runScript: async (one) => {
          started.push(one.file);
          await gates.get(one.file)?.promise;
          return report(one, one.file === 'b' ? 1 : 0);
        },
      },
    );
    gates.get('b')?.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    gates.get('a')?.resolve();
    expect((await running).notRun).toEqual(['c', 'd']);
    expect(started).toEqual(['a', 'b']);
  });

  it('interrupted starts nothing more and ends with 130', async () => {
    const interrupt = new AbortController();
    const { notRun, exitCode } = await run(
      {},
      {
        signal: interrupt.signal,
        runScript: (one) => {
          interrupt.abort();
          return Promise.resolve(report(one, 0));
        },
      },
    );
    expect([notRun, exitCode]).toEqual([['b', 'c', 'd'], 130]);
  });

  it('a reporter that fails is told nothing more, the others hear all, and the suite rejects at its end', async () => {
    let told = 0;
    const failing = {
      onScriptEnd: () => {
        told++;
        throw new Error('no room');
      },
      onEnd: () => void told++,
    };
    const heard: string[] = [];
    const other = {
      onScriptEnd: ({ file }: ScriptReport) => void heard.push(file),
      onEnd: () => void heard.push('end'),
    };
    await expect(run({}, { reporters: [failing, other] })).rejects.toThrow('no room');
    expect(told).toBe(1);
    expect(heard).toEqual(['a', 'b', 'c', 'd', 'end']);
  });

  it('findings fail a script only when they are to', async () => {
    const finding: Finding = {
      rule: { id: 'X', severity: 'should', title: '', specUrl: '' },
      specUrl: '',
      text: '',
      frames: [],
    };
    const runScript = (one: PlannedRun): Promise<ScriptReport> => Promise.resolve(report(one, 0, [finding]));
    expect((await run({}, { runScript })).exitCode).toBe(0);
    expect((await run({}, { runScript, isStrict: true })).exitCode).toBe(1);
    const lost = (one: PlannedRun): Promise<ScriptReport> => Promise.resolve(report(one, 3, [finding]));
    expect((await run({}, { runScript: lost, isStrict: true })).exitCode).toBe(3);
  });
});

function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;

  const promise = new Promise<void>((yes) => {
    resolve = yes;
  });
  return { promise, resolve };
}

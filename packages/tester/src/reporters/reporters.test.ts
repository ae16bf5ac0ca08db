import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../checks/finding.js';
import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';
import { plain } from '../terminal/style.js';
import { githubReporter } from './github.js';
import { jsonReporter } from './json.js';
import { junitReporter } from './junit.js';
import { prettyReporter } from './pretty.js';
import type { Reporter, Write } from './reporter.js';
import { tapReporter } from './tap.js';

const step = (line: number, text: string, error?: string): StepReport => ({
  line,
  text,
  isOk: error === undefined,
  exitCode: error === undefined ? 0 : 1,
  durationMs: 12.3456,
  ...(error === undefined ? {} : { error }),
});

const finding: Finding = {
  rule: { id: 'PRG-04', severity: 'must', title: 'Progress increases', specUrl: 'https://example.com/spec' },
  specUrl: 'https://example.com/spec',
  text: 'Expected more than 5, got 5.',
  frames: [{ direction: 'in', atMs: 10, raw: '{"a":1}', message: undefined }],
};

const good: ScriptReport = {
  file: 'a.mcp',
  era: 'auto',
  spokenEra: '2026-07-28',
  transport: 'stdio',
  steps: [step(1, 'ping')],
  executed: 1,
  passed: 1,
  failed: 0,
  exitCode: 0,
  findings: [],
  stderrTail: '',
  durationMs: 20,
};

const bad: ScriptReport = {
  ...good,
  file: 'b,1.mcp',
  steps: [step(1, 'call_tool echo "<&>"'), step(3, 'assert_equals # "x"', 'line 3: expected "x",\ngot "\u0000y" 50%')],
  executed: 2,
  failed: 1,
  exitCode: 1,
  findings: [finding],
  stderrTail: 'boom',
};

const dead: ScriptReport = {
  ...good,
  file: 'c.mcp',
  spokenEra: undefined,
  steps: [],
  executed: 0,
  passed: 0,
  exitCode: 3,
  error: 'Could not connect',
};

const suite: SuiteReport = {
  scripts: [good, bad, dead],
  notRun: ['d.mcp'],
  isStrict: false,
  exitCode: 3,
  durationMs: 50,
};

function report(create: (write: Write) => Reporter, given: SuiteReport = suite): string {
  let text = '';
  const reporter = create((piece) => (text += piece));
  for (const script of given.scripts) {
    for (const one of script.steps) reporter.onStep?.(script, one);
    reporter.onScriptEnd?.(script);
  }
  reporter.onEnd(given);
  return text;
}

describe('json', () => {
  it('gives the counters and failures that the public tool gives, and the rest beside them', () => {
    const json = JSON.parse(report(jsonReporter)) as Record<string, unknown>;
    expect(json).toMatchObject({
      executed: 3,
      passed: 2,
      failed: 2,
      failures: [
        { file: 'b,1.mcp', line: 3, error: 'line 3: expected "x",\ngot "\u0000y" 50%' },
        { file: 'c.mcp', error: 'Could not connect' },
      ],
      exitCode: 3,
      notRun: ['d.mcp'],
    });
    expect(json['scripts']).toMatchObject([
      { file: 'a.mcp', spokenEra: '2026-07-28' },
      { findings: [{ id: 'PRG-04', frames: [{ direction: 'in', raw: '{"a":1}' }] }], stderrTail: 'boom' },
      { spokenEra: null, error: 'Could not connect' },
    ]);
  });

  it('has no failures member when there are none', () => {
    expect(JSON.parse(report(jsonReporter, { ...suite, scripts: [good] }))).not.toHaveProperty('failures');
  });
});

describe('junit', () => {
  it('is XML whatever the texts hold, with counts that agree with the cases', () => {
    const xml = report(junitReporter);
    expect(xml).toContain('name="line 1: call_tool echo &quot;&lt;&amp;&gt;&quot;"');
    expect(xml).toContain(
      '<failure message="line 3: expected &quot;x&quot;,">line 3: expected &quot;x&quot;,\ngot &quot;\ufffdy&quot; 50%</failure>',
    );
    expect(xml).toContain('tests="3" failures="1" errors="0"');
    expect(xml).toContain('tests="1" failures="0" errors="1"');
    expect(xml).toContain('<system-out>PRG-04: Expected more than 5, got 5.</system-out>');
    expect(xml).not.toContain('\u0000');
    expect(xml).toContain('<testsuite name="d.mcp" tests="1" failures="0" errors="0" skipped="1"');
    expect(xml.match(/<testcase/g)).toHaveLength(6);
  });

  it('findings are failures when they count', () => {
    expect(report(junitReporter, { ...suite, isStrict: true })).toContain('tests="3" failures="2" errors="0"');
  });
});

describe('tap', () => {
  it('has a plan, subtests with plans of their own, and YAML that parses', () => {
    const lines = report(tapReporter).split('\n');
    expect(lines[0]).toBe('TAP version 14');
    expect(lines.filter((line) => /^(not )?ok /.test(line))).toEqual([
      'ok 1 - a.mcp (2026-07-28, stdio)',
      'not ok 2 - b,1.mcp (2026-07-28, stdio)',
      'not ok 3 - c.mcp (auto, stdio)',
      'ok 4 - d.mcp # SKIP not run',
    ]);
    expect(lines).toContain('1..4');
    expect(lines).toContain('    not ok 2 - line 3: assert_equals \\# "x"');
    const start = lines.indexOf('      ---');
    const yaml = lines.slice(start + 1, lines.indexOf('      ...', start)).join('\n');
    expect(parse(yaml)).toEqual({ error: 'line 3: expected "x",\ngot "\u0000y" 50%', durationMs: 12 });
  });
});

describe('github', () => {
  it('escapes what its commands would misread', () => {
    expect(report(githubReporter).split('\n')).toEqual([
      '::error file=b%2C1.mcp,line=3,title=b%2C1.mcp (2026-07-28%2C stdio)::line 3: expected "x",%0Agot "\u0000y" 50%25',
      '::warning file=b%2C1.mcp,title=PRG-04 b%2C1.mcp (2026-07-28%2C stdio)::PRG-04: Expected more than 5, got 5.',
      '::error file=c.mcp,title=c.mcp (auto%2C stdio)::Could not connect',
      '3 commands: 2 passed, 2 failed, 1 finding',
      '',
    ]);
  });
});

describe('a line of an included file', () => {
  const included: ScriptReport = { ...bad, steps: [{ ...step(7, 'ping\nfor \\ ever', 'lost'), file: 'part.mcp' }] };
  const given: SuiteReport = { ...suite, scripts: [included], isStrict: true };

  it('is shown where it stands, in every report', () => {
    expect(JSON.parse(report(jsonReporter, given))).toMatchObject({ failures: [{ file: 'part.mcp', line: 7 }] });
    expect(report(junitReporter, given)).toContain('file="part.mcp" line="7"');
    expect(report(githubReporter, given)).toContain('::error file=part.mcp,line=7,');
    const pretty = report((write) => prettyReporter(write, { style: plain, showsSteps: false, isLive: true }), given);
    expect(pretty).toContain('part.mcp line 7: ping');
  });

  it('that has a line break or a backslash stays one line', () => {
    expect(report(tapReporter, given)).toContain('    not ok 1 - line 7: ping for \\\\ ever\n');
    expect(report(junitReporter, given)).toContain('name="line 7: ping&#10;for \\ ever"');
  });

  it('findings are errors in GitHub when they count', () => {
    expect(report(githubReporter, given)).toContain('::error file=b%2C1.mcp,title=PRG-04 ');
  });
});

describe('pretty', () => {
  it('names what failed, with evidence and what the server said', () => {
    const text = report((write) => prettyReporter(write, { style: plain, showsSteps: false, isLive: true }));
    expect(text).toContain('✓ a.mcp  1 passed  2026-07-28, stdio, 0.020 s\n');
    expect(text).toContain('    line 3: assert_equals # "x"\n      line 3: expected "x",\n      got "\\u0000y" 50%\n');
    expect(text).toContain('    MUST PRG-04  Progress increases\n');
    expect(text).toContain('last lines of the server’s stderr:\n      boom\n');
    expect(text).toContain('    Could not connect\n');
    expect(text).toContain('3 scripts (2 failed), 3 commands: 2 passed, 2 failed');
    expect(text).toContain('not run: d.mcp');
  });

  it('tells the last words of a server once', () => {
    const lost: ScriptReport = { ...bad, error: 'The server ended. Last words: boom', isStderrTold: true };
    const given = { ...suite, scripts: [lost] };
    const text = report((write) => prettyReporter(write, { style: plain, showsSteps: false, isLive: true }), given);
    expect(text.match(/boom/g)).toHaveLength(1);
    expect(JSON.parse(report(jsonReporter, given))).not.toHaveProperty('scripts.0.isStderrTold');
  });

  it('shows each command with its time when asked', () => {
    const text = report((write) => prettyReporter(write, { style: plain, showsSteps: true, isLive: true }));
    expect(text).toContain('  ✓    1  ping  0.012 s\n');
    expect(text).toContain('  ✗    3  assert_equals # "x"  0.012 s\n');
    expect(text.indexOf('ping')).toBeLessThan(text.indexOf('✓ a.mcp'));
  });

  it('shows the commands of scripts that run at the same time below their script', () => {
    const text = report((write) => prettyReporter(write, { style: plain, showsSteps: true, isLive: false }));
    expect(text.indexOf('ping')).toBeGreaterThan(text.indexOf('✓ a.mcp'));
  });
});

import { findingLine } from '../checks/show-finding.js';
import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';
import type { Reporter, Write } from './reporter.js';
import { runName } from './script-facts.js';
import { element, escapeXml } from './xml.js';

/** JUnit XML, as CI systems read it: a suite for each run of a script, a case for each command. */
export function junitReporter(write: Write): Reporter {
  return { onEnd: (report) => write(toJunit(report)) };
}

function toJunit(report: SuiteReport): string {
  const suites = [...report.scripts.map((script) => suite(script, report.isStrict)), ...report.notRun.map(skipped)];
  const time = seconds(report.durationMs);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', { name: 'mcp-tester', time }, suites)}\n`;
}

function suite(script: ScriptReport, isStrict: boolean): string {
  const cases = script.steps.map((step) => testCase(script, step));
  const extra = extraCases(script, isStrict);
  const failures = script.steps.filter(({ isOk }) => !isOk).length + extra.failures;
  const counts = { tests: cases.length + extra.cases.length, failures, errors: extra.errors, skipped: 0 };
  const output = script.stderrTail === '' ? [] : [`<system-err>${escapeXml(script.stderrTail)}</system-err>`];
  const attributes = { name: runName(script), ...counts, time: seconds(script.durationMs), file: script.file };
  return element('testsuite', attributes, [...cases, ...extra.cases, ...output]);
}

function skipped(file: string): string {
  const body = element('testcase', { name: 'the script runs', classname: file, file, time: '0.000' }, ['<skipped/>']);
  return element('testsuite', { name: file, tests: 1, failures: 0, errors: 0, skipped: 1, time: '0.000', file }, [
    body,
  ]);
}

function testCase(script: ScriptReport, { line, file, text, isOk, error = '', durationMs }: StepReport): string {
  const attributes = {
    name: `line ${line}: ${text}`,
    classname: runName(script),
    file: file ?? script.file,
    line,
    time: seconds(durationMs),
  };
  if (isOk) return element('testcase', attributes);
  return element('testcase', attributes, [element('failure', { message: firstLine(error) }, [escapeXml(error)])]);
}

/** What is no line of the script: the error that ended it, and findings. */
function extraCases(script: ScriptReport, isStrict: boolean): { cases: string[]; errors: number; failures: number } {
  const { error, findings } = script;
  const classname = runName(script);
  const cases: string[] = [];
  if (error !== undefined) {
    const body = element('error', { message: firstLine(error) }, [escapeXml(error)]);
    cases.push(element('testcase', { name: 'the script runs to its end', classname, time: '0.000' }, [body]));
  }
  if (findings.length > 0) {
    const text = findings.map(findingLine).join('\n');
    const body = isStrict
      ? element('failure', { message: firstLine(text) }, [escapeXml(text)])
      : `<system-out>${escapeXml(text)}</system-out>`;
    cases.push(element('testcase', { name: 'passive checks', classname, time: '0.000' }, [body]));
  }
  return { cases, errors: error === undefined ? 0 : 1, failures: isStrict && findings.length > 0 ? 1 : 0 };
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}

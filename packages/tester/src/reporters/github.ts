import type { ScriptReport, SuiteReport } from '../suite/report.js';
import { findingLine } from '../checks/show-finding.js';
import type { Reporter, Write } from './reporter.js';
import { failedSteps, plural, runName, totalsOf } from './script-facts.js';

/** Annotations of GitHub Actions: at the failing line of the script, findings as warnings, and a count at the end. */
export function githubReporter(write: Write): Reporter {
  return {
    onEnd: (report) =>
      write(
        annotations(report)
          .map((line) => `${line}\n`)
          .join(''),
      ),
  };
}

function annotations(report: SuiteReport): string[] {
  const { executed, passed, failed, findings } = totalsOf(report);
  const lines = report.scripts.flatMap((script) => scriptAnnotations(script, report.isStrict));
  return [
    ...lines,
    `${plural(executed, 'command')}: ${passed} passed, ${failed} failed, ${plural(findings, 'finding')}`,
  ];
}

function scriptAnnotations(script: ScriptReport, isStrict: boolean): string[] {
  const failures = failedSteps(script).map(({ file, line, error = '' }) =>
    annotation('error', { file: file ?? script.file, line, title: runName(script) }, error),
  );
  const ended =
    script.error === undefined
      ? []
      : [annotation('error', { file: script.file, title: runName(script) }, script.error)];
  const level = isStrict ? 'error' : 'warning';
  const findings = script.findings.map((finding) =>
    annotation(level, { file: script.file, title: `${finding.rule.id} ${runName(script)}` }, findingLine(finding)),
  );
  return [...failures, ...ended, ...findings];
}

/** Source: GitHub Actions, Workflow commands, Setting an error message. */
function annotation(
  level: 'error' | 'warning',
  properties: Readonly<Record<string, string | number>>,
  text: string,
): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${level} ${given.join(',')}::${escapeData(text)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

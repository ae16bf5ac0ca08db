import { countFindings, showFinding } from '../checks/show-finding.js';
import type { ScriptReport, StepReport, SuiteReport } from '../suite/report.js';
import { indent } from '../terminal/indent.js';
import type { Style } from '../terminal/style.js';
import { visible } from '../terminal/visible.js';
import { seconds } from '../watch/event-line.js';
import type { Reporter, Write } from './reporter.js';
import { failedSteps, plural, totalsOf } from './script-facts.js';

export interface PrettyOptions {
  readonly style: Style;
  /** Each command as it ends, with its time; otherwise those that failed. */
  readonly showsSteps: boolean;
  /** Commands are shown as they end; otherwise with their script, since those of several would mix. */
  readonly isLive: boolean;
}

/** For people: a line for each script as it ends, its failures below, a count at the end. */
export function prettyReporter(write: Write, options: PrettyOptions): Reporter {
  const line = (text: string): void => write(`${text}\n`);
  const isLive = options.showsSteps && options.isLive;
  return {
    onScriptStart: ({ file, era }) => {
      if (isLive) line(options.style('bold', `${file} (${era})`));
    },
    onStep: (_run, step) => {
      if (isLive) line(stepLine(step, options.style));
    },
    onScriptEnd: (report) => line(scriptLines(report, options).join('\n')),
    onEnd: (report) => line(summary(report, options.style)),
  };
}

function stepLine(step: StepReport, style: Style): string {
  const mark = step.isOk ? style('green', '✓') : style('red', '✗');
  return `  ${mark} ${String(step.line).padStart(4)}  ${visible(step.text)}  ${style('gray', seconds(step.durationMs))}`;
}

function scriptLines(report: ScriptReport, { style, showsSteps, isLive }: PrettyOptions): string[] {
  const { file, era, spokenEra, transport, passed, failed, exitCode, durationMs, error, findings } = report;
  const mark = exitCode === 0 ? style('green', '✓') : style('red', '✗');
  const isEmpty = report.executed === 0 && error === undefined;
  const count = isEmpty
    ? style('yellow', 'no commands')
    : failed === 0
      ? `${passed} passed`
      : `${passed} passed, ${style('red', `${failed} failed`)}`;
  const where = style('gray', `${spokenEra ?? era}, ${transport}, ${seconds(durationMs)}`);
  const lines = [`${mark} ${file}  ${count}  ${where}`];
  if (showsSteps && !isLive) lines.push(...report.steps.map((step) => stepLine(step, style)));
  for (const step of failedSteps(report)) {
    lines.push(`    ${style('gray', placeOf(step))} ${visible(step.text)}`);
    lines.push(indent(visible(step.error ?? ''), 6));
  }
  if (error !== undefined) lines.push(indent(style('red', visible(error)), 4));
  if (findings.length > 0) {
    lines.push(indent(findings.map((finding) => showFinding(finding, style)).join('\n'), 4));
    lines.push(`    ${countFindings(findings)}`);
  }
  const { stderrTail, isStderrTold } = report;
  if (exitCode !== 0 && stderrTail !== '' && isStderrTold !== true) {
    lines.push(style('gray', '    last lines of the server’s stderr:'), style('gray', indent(visible(stderrTail), 6)));
  }
  return lines;
}

function summary(report: SuiteReport, style: Style): string {
  const { executed, passed, failed, findings } = totalsOf(report);
  const bad = report.scripts.filter(({ exitCode }) => exitCode !== 0).length;
  const scripts = `${plural(report.scripts.length, 'script')}${bad === 0 ? '' : ` (${bad} failed)`}`;
  const lines = [
    `${scripts}, ${plural(executed, 'command')}: ${passed} passed, ${failed} failed  ${style('gray', seconds(report.durationMs))}`,
  ];
  if (findings > 0 && !report.isStrict)
    lines.push(`${plural(findings, 'finding')} of the passive checks; --strict makes them fail`);
  if (report.notRun.length > 0) lines.push(`not run: ${report.notRun.join(', ')}`);
  return style(report.exitCode === 0 ? 'green' : 'red', lines.join('\n'));
}

function placeOf({ file, line }: StepReport): string {
  return file === undefined ? `line ${line}:` : `${file} line ${line}:`;
}

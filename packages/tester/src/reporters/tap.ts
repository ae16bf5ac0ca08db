import { stringify } from 'yaml';
import { findingLine } from '../checks/show-finding.js';
import type { ScriptReport, StepReport } from '../suite/report.js';
import type { Reporter, Write } from './reporter.js';
import { failedSteps, runName } from './script-facts.js';
import { indent } from '../terminal/indent.js';

/** TAP 14: a test for each run of a script, its commands as a subtest. Source: https://testanything.org/tap-version-14-specification.html */
export function tapReporter(write: Write): Reporter {
  let count = 0;
  return {
    onScriptEnd: (script) => {
      if (count === 0) write('TAP version 14\n');
      write(testPoint(++count, script));
    },
    onEnd: ({ notRun }) => {
      if (count === 0) write('TAP version 14\n');
      for (const file of notRun) write(`ok ${++count} - ${escape(file)} # SKIP not run\n`);
      write(`1..${count}\n`);
    },
  };
}

function testPoint(number: number, script: ScriptReport): string {
  const { exitCode, steps, error, findings } = script;
  const lines = steps.map((step, index) => stepPoint(index + 1, step));
  const subtest = [`# Subtest: ${escape(runName(script))}\n`, ...lines, `1..${steps.length}\n`]
    .join('')
    .replaceAll(/^(?=.)/gm, '    ');
  const about = {
    ...(error === undefined ? {} : { error }),
    ...(failedSteps(script).length === 0 ? {} : { failed: failedSteps(script).length }),
    ...(findings.length === 0 ? {} : { findings: findings.map(findingLine) }),
  };
  const point = `${exitCode === 0 ? 'ok' : 'not ok'} ${number} - ${escape(runName(script))}\n`;
  return `${subtest}${point}${diagnostic(about)}`;
}

function stepPoint(number: number, { line, text, isOk, error, durationMs }: StepReport): string {
  const point = `${isOk ? 'ok' : 'not ok'} ${number} - ${escape(`line ${line}: ${text}`)}\n`;
  return isOk ? point : `${point}${diagnostic({ error, durationMs: Math.round(durationMs) })}`;
}

function diagnostic(about: object): string {
  if (Object.keys(about).length === 0) return '';
  const yaml = stringify(about, { lineWidth: 0 }).trimEnd();
  return `  ---\n${indent(yaml)}\n  ...\n`;
}

// In a description a hash would begin a directive.
function escape(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('#', '\\#').replaceAll('\n', ' ');
}

import type { Frame } from '@mcpfusion/client';
import type { Finding } from '../checks/finding.js';
import type { ScriptReport, SuiteReport } from '../suite/report.js';
import type { Reporter, Write } from './reporter.js';
import { failedSteps, totalsOf } from './script-facts.js';

/**
 * One JSON object at the end:
 * `{"executed":3,"passed":2,"failed":1,"failures":[{"file":"a.mcp","line":7,"error":"…"}],"exitCode":1,"scripts":[…]}`.
 * `failures` is absent when there are none; one without `line` is a script that could not run, or not to its end.
 */
export function jsonReporter(write: Write): Reporter {
  return { onEnd: (report) => write(`${JSON.stringify(toJson(report), null, 2)}\n`) };
}

function toJson(report: SuiteReport): object {
  const { executed, passed, failed } = totalsOf(report);
  const failures = report.scripts.flatMap(failuresOf);
  return {
    executed,
    passed,
    failed,
    ...(failures.length === 0 ? {} : { failures }),
    exitCode: report.exitCode,
    durationMs: Math.round(report.durationMs),
    ...(report.notRun.length === 0 ? {} : { notRun: report.notRun }),
    scripts: report.scripts.map((script) => scriptToJson(script)),
  };
}

function failuresOf(script: ScriptReport): object[] {
  const lines = failedSteps(script).map(({ line, file, error }) => ({ file: file ?? script.file, line, error }));
  return script.error === undefined ? lines : [...lines, { file: script.file, error: script.error }];
}

function scriptToJson(report: ScriptReport): object {
  const { steps, findings, error, stderrTail, isStderrTold: _isStderrTold, durationMs, spokenEra, ...script } = report;
  return {
    ...script,
    spokenEra: spokenEra ?? null,
    ...(error === undefined ? {} : { error }),
    durationMs: Math.round(durationMs),
    steps: steps.map((step) => ({ ...step, durationMs: Number(step.durationMs.toFixed(3)) })),
    findings: findings.map(findingToJson),
    ...(stderrTail === '' ? {} : { stderrTail }),
  };
}

function findingToJson({ rule, specUrl, text, frames }: Finding): object {
  const { id, severity, title } = rule;
  return { id, severity, title, specUrl, text, frames: frames.map(frameToJson) };
}

/** A frame longer than this is cut in a report. */
const maxFrameChars = 2_000;

function frameToJson({ direction, atMs, raw, http }: Frame): object {
  return {
    direction,
    atMs: Number(atMs.toFixed(3)),
    raw: raw.length > maxFrameChars ? `${raw.slice(0, maxFrameChars)}…` : raw,
    ...(http?.status === undefined ? {} : { status: http.status }),
    ...(http?.end === undefined ? {} : { end: http.end }),
  };
}

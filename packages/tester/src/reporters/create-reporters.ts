import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../exit/tester-error.js';
import { githubReporter } from './github.js';
import { jsonReporter } from './json.js';
import { junitReporter } from './junit.js';
import { prettyReporter, type PrettyOptions } from './pretty.js';
import type { Reporter, Write } from './reporter.js';
import { visible } from '../terminal/visible.js';
import { tapReporter } from './tap.js';

const names = ['pretty', 'json', 'junit', 'tap', 'github'] as const;

export type ReporterName = (typeof names)[number];

export interface ReporterChoice {
  readonly name: ReporterName;
  /** Undefined: stdout. */
  readonly file: string | undefined;
}

/** `junit=report.xml` or `tap`. Throws `UsageError`. */
export function readReporterChoices(given: readonly string[]): ReporterChoice[] {
  const choices = given.map(readChoice);
  const files = choices.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const twice = files.find((file, index) => files.indexOf(file) !== index);
  if (twice !== undefined) throw new UsageError(`Expected a file for each --reporter, got ${twice} twice.`);
  if (choices.length - files.length > 1) {
    throw new UsageError(
      'Expected one --reporter at most on stdout; give the others a file: --reporter junit=report.xml',
    );
  }
  return choices;
}

function readChoice(text: string): ReporterChoice {
  const at = text.indexOf('=');
  const [name, file] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const known = names.find((one) => one === name);
  if (known === undefined) throw new UsageError(`Expected --reporter to be one of ${names.join(', ')}, got "${name}".`);
  if (file === '') throw new UsageError(`Expected a file after --reporter ${name}=`);
  return { name: known, file };
}

/** `commands` is for text that GitHub Actions is to read as commands. */
export interface Stdout {
  readonly plain: Write;
  readonly commands: Write;
}

function stdoutOf(name: ReporterName, { plain, commands }: Stdout): Write {
  return name === 'github' ? commands : plain;
}

/** Opens the files of the choices at once, so that one that cannot be written is known before anything runs. */
export function createReporters(
  choices: readonly ReporterChoice[],
  stdout: Stdout,
  options: { readonly folder: string; readonly pretty: PrettyOptions; readonly redact: (text: string) => string },
): Reporter[] {
  return choices.map(({ name, file }) => {
    if (file === undefined) return create(name, stdoutOf(name, stdout), options.pretty);
    const report = openReport(resolve(options.folder, file), options.redact);
    const reporter = create(name, report.write, { ...options.pretty, style: (_format, text) => text });
    return {
      ...reporter,
      onEnd: (suite) => {
        reporter.onEnd(suite);
        report.close();
      },
    };
  });
}

function create(name: ReporterName, write: Write, pretty: PrettyOptions): Reporter {
  switch (name) {
    case 'pretty':
      return prettyReporter(write, pretty);
    case 'json':
      return jsonReporter(write);
    case 'junit':
      return junitReporter(write);
    case 'tap':
      return tapReporter(write);
    case 'github':
      return githubReporter(write);
  }
}

function orUsageError<TResult>(work: () => TResult): TResult {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`Could not write the report: ${(error as Error).message}`, { cause: error });
  }
}

function openReport(path: string, redact: (text: string) => string): { readonly write: Write; close(): void } {
  const file = orUsageError(() => {
    mkdirSync(dirname(path), { recursive: true });
    return openSync(path, 'w');
  });
  return {
    write: (text) => void orUsageError(() => writeSync(file, visible(redact(text)))),
    close: () => orUsageError(() => closeSync(file)),
  };
}

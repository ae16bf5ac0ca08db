import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { Output } from './output.js';

function open(isInActions: boolean): { output: Output; stdout: PassThrough; stderr: PassThrough } {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const output = new Output({ stdout, stderr, redact: (text) => text, isInActions, onReaderGone: () => {} });
  return { output, stdout, stderr };
}

it('where GitHub Actions reads, no line of somebody else is a command', () => {
  const { output, stdout, stderr } = open(true);
  output.print('::error::no\n  ::add-mask::x\n##[group]y\na::b');
  output.note('::warning::z');
  output.writeCommands('::error::yes\n');
  expect(String(stdout.read())).toBe(
    '\u200b::error::no\n  \u200b::add-mask::x\n\u200b##[group]y\na::b\n::error::yes\n',
  );
  expect(String(stderr.read())).toBe('\u200b::warning::z\n');
});

it('elsewhere text is as it is, until it is guarded', () => {
  const { output, stdout } = open(false);
  output.print('::error::1');
  output.guardCommands();
  output.print('::error::2');
  expect(String(stdout.read())).toBe('::error::1\n\u200b::error::2\n');
});

import type { CallProgress } from '../calls/call-progress.js';
import type { ScriptCommand } from '../command.js';
import { assertionFailed, CommandFailure, scriptError } from '../failure.js';
import { parseNumber } from '../values/go-number.js';
import { quoted, shortened } from '../values/quoted.js';
import { lastCallOf } from './last-call.js';
import { wrongUsage } from './usage.js';

export const assertProgress: ScriptCommand = Object.freeze({
  name: 'assert_progress',
  usage: 'assert_progress [min N] [increasing] [total N] [last N] [message TEXT]',
  summary:
    'The last call’s progress: at least N (1) came, each is greater, the last has this total or value, one says TEXT.',
  run: (args, { state }) => {
    const wishes = readWishes(args);
    const { progress, what } = lastCallOf(state);
    for (const wish of wishes) {
      const problem = wish(progress);
      if (problem !== undefined) throw assertionFailed(`${problem}; ${what} got ${shown(progress)}`);
    }
  },
} satisfies ScriptCommand);

/** Gives what is wrong. */
type Wish = (progress: CallProgress) => string | undefined;

function readWishes(args: readonly string[]): Wish[] {
  const words = args.values();
  const next = (): string => {
    const { value, done } = words.next();
    if (done) throw wrongUsage(assertProgress, args);
    return value;
  };
  const wishes: Wish[] = args.includes('min') ? [] : [atLeast(1)];
  for (const word of words) {
    if (word === 'min') wishes.push(atLeast(readNumber(next())));
    else if (word === 'increasing') wishes.push(isIncreasing);
    else if (word === 'total') wishes.push(lastHas('total', readNumber(next())));
    else if (word === 'last') wishes.push(lastHas('progress', readNumber(next())));
    else if (word === 'message') wishes.push(says(next()));
    else throw wrongUsage(assertProgress, args);
  }
  return wishes;
}

function atLeast(min: number): Wish {
  return ({ count }) => (count >= min ? undefined : `expected at least ${min} progress notifications`);
}

const isIncreasing: Wish = ({ notIncreasingAt }) =>
  notIncreasingAt === undefined ? undefined : `expected progress to increase, number ${notIncreasingAt} does not`;

function lastHas(key: 'total' | 'progress', expected: number): Wish {
  return (progress) => {
    const got = progress.kept.at(-1)?.[key];
    return got === expected ? undefined : `expected the last ${key} to be ${expected}, got ${got ?? 'none'}`;
  };
}

function says(text: string): Wish {
  return ({ kept, count, dropped }) => {
    if (kept.some(({ message }) => typeof message === 'string' && message.includes(text))) return undefined;
    if (dropped === 0) return `expected a message with ${quoted(text)}`;
    // It may have been one of those.
    const many = `of the ${count} progress notifications ${dropped} were too many to be kept`;
    throw new CommandFailure('other', `cannot tell whether one said ${quoted(text)}: ${many}`);
  };
}

function readNumber(text: string): number {
  const value = parseNumber(text);
  if (value === undefined) throw scriptError(`assert_progress: expected a number, got "${text}"`);
  return value;
}

/** `3 progress notifications: 1/3 "one", 2/3, 3/3` */
function shown({ count, kept }: CallProgress): string {
  if (count === 0) return 'no progress';
  const each = kept.map(({ progress: value, total, message }) => {
    const place = total === undefined ? `${value}` : `${value}/${total}`;
    return message === undefined ? place : `${place} ${JSON.stringify(message)}`;
  });
  return shortened(`${count} progress notifications: ${each.join(', ')}`);
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInterval, startTimer, unref } from './timer.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('startTimer', () => {
  it.each([Number.POSITIVE_INFINITY, 2 ** 31, Number.MAX_SAFE_INTEGER])('never fires after %d ms', (delayMs) => {
    expect(startTimer(() => {}, delayMs)).toBeUndefined();
    expect(startInterval(() => {}, delayMs)).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fires once after a duration that platforms can count', () => {
    const fired = vi.fn<() => void>();
    startTimer(fired, 2 ** 31 - 1);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(fired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
  });
});

it('startInterval fires each time', () => {
  const fired = vi.fn<() => void>();
  clearInterval(startInterval(fired, 10));
  const timer = startInterval(fired, 10);
  vi.advanceTimersByTime(35);
  clearInterval(timer);
  expect(fired).toHaveBeenCalledTimes(3);
});

it('unref lets the process end, and takes what has no such thing', () => {
  vi.useRealTimers();
  const timer = unref(startTimer(() => {}, 60_000));
  expect((timer as NodeJS.Timeout).hasRef()).toBe(false);
  clearTimeout(timer);
  expect(unref(undefined)).toBeUndefined();
  expect(unref(7 as never)).toBe(7);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogMeter } from './log-meter.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const takes = (meter: LogMeter, times: number): number =>
  Array.from({ length: times }, () => meter.take()).filter(Boolean).length;

describe('LogMeter', () => {
  it('lets as many through in a second as it may, and as many again in the next', () => {
    const meter = new LogMeter(3);
    expect(takes(meter, 10)).toBe(3);
    vi.advanceTimersByTime(999);
    expect(takes(meter, 10)).toBe(0);
    vi.advanceTimersByTime(1);
    expect(takes(meter, 10)).toBe(3);
  });

  it('saves nothing up', () => {
    const meter = new LogMeter(3);
    expect(takes(meter, 1)).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(takes(meter, 10)).toBe(3);
  });

  it('of Infinity lets all through', () => {
    expect(takes(new LogMeter(Number.POSITIVE_INFINITY), 5_000)).toBe(5_000);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { Links } from './links.js';

afterEach(() => void vi.useRealTimers());

describe('links', () => {
  it('are answered once', () => {
    const links = new Links();
    const id = links.begin('ann', 'A test');
    expect([links.answer(id, 'refused'), links.answer(id, 'approved')]).toEqual([true, false]);
    expect(links.accountOf('ann')).toBeUndefined();
    expect(links.find(id)?.answer).toBe('refused');
  });

  it('are answered in time, are known for as long again, and then forgotten', () => {
    const links = new Links({ ttlMs: 1_000 });
    vi.useFakeTimers({ toFake: ['Date'] });
    const id = links.begin('ann', 'A test');
    vi.advanceTimersByTime(1_000);
    links.begin('bob', 'A test');
    expect([links.answer(id, 'approved'), links.find(id)?.principal]).toEqual([false, 'ann']);
    vi.advanceTimersByTime(1_001);
    links.begin('bob', 'A test');
    expect(links.find(id)).toBeUndefined();
  });
});

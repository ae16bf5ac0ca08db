import { describe, expect, it } from 'vitest';
import { mapYields } from './map-yields.js';

describe('mapYields', () => {
  let hasLeft = false;
  async function* count(): AsyncGenerator<number, string, undefined> {
    hasLeft = false;
    try {
      yield 1;
      yield 2;
      return 'done';
    } finally {
      hasLeft = true;
    }
  }

  it('changes what is yielded and keeps what is returned', async () => {
    const steps = mapYields(count(), (step) => step * 10);
    expect([await steps.next(), await steps.next(), await steps.next()]).toEqual([
      { done: false, value: 10 },
      { done: false, value: 20 },
      { done: true, value: 'done' },
    ]);
  });

  it('leaves the inner generator when it is left', async () => {
    const steps = mapYields(count(), (step) => step);
    await steps.next();
    await steps.return('gone');
    expect(hasLeft).toBe(true);
  });

  it('leaves the inner generator when the change throws', async () => {
    const steps = mapYields(count(), () => {
      throw new Error('no');
    });
    await expect(steps.next()).rejects.toThrow('no');
    expect(hasLeft).toBe(true);
  });
});

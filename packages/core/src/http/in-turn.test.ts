import { afterEach, expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.js';

const loop = vi.hoisted(() => ({ isShared: false }));
vi.mock('../call/turns.js', () => ({ isLoopShared: () => loop.isShared }));
afterEach(() => {
  loop.isShared = false;
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('work waits for its turn, and not while a handler keeps the loop busy', async () => {
  const done: string[] = [];
  const work = (name: string): void => void done.push(name);
  inTurn(work, 'idle');
  expect(done).toEqual([]);
  await nextTurn();
  loop.isShared = true;
  inTurn(work, 'busy');
  expect(done).toEqual(['idle', 'busy']);
});

it('work never overtakes what waits: a cancel stays behind its call', async () => {
  const done: string[] = [];
  const work = (name: string): void => void done.push(name);
  inTurn(work, 'call');
  loop.isShared = true;
  inTurn(work, 'cancel');
  expect(done).toEqual([]);
  await nextTurn();
  expect(done).toEqual(['call', 'cancel']);
});

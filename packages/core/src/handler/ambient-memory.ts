import { setupError } from '../errors.js';
import type { CallMemory } from './call-memory.js';

/** As much of Node's `AsyncLocalStorage` as is used. */
interface Storage {
  run<T>(store: CallMemory | undefined, work: () => T): T;
  getStore(): CallMemory | undefined;
  disable(): void;
}

interface NodeLike {
  getBuiltinModule?(id: 'node:async_hooks'): { AsyncLocalStorage: new () => Storage } | undefined;
}

let storage: Storage | undefined;
let inside = 0;

/**
 * Runs a body so that the free functions (`readInput` …) find its call's memory. A body without one finds none, and
 * not that of the call around it. With a memory, `leaveMemory` must be called once when the body has ended or was given up.
 *
 * Once entered, every await of the process costs several times as much on Node 20: so it is entered by interactive
 * tools only, and switched off when none runs. Where the platform has no such storage the free functions say so.
 */
export function runWithMemory<T>(memory: CallMemory | undefined, work: () => T): T {
  if (!memory) return storage?.getStore() ? storage.run(undefined, work) : work();
  storage ??= createStorage();
  inside++;
  return storage ? storage.run(memory, work) : work();
}

export function leaveMemory(): void {
  if (--inside === 0) storage?.disable();
}

function createStorage(): Storage | undefined {
  const node = (globalThis as { process?: NodeLike }).process;
  const hooks = node?.getBuiltinModule?.('node:async_hooks');
  return hooks && new hooks.AsyncLocalStorage();
}

/** The memory of the call that runs, if that is interactive. */
export function peekMemory(): CallMemory | undefined {
  return storage?.getStore();
}

/** The memory of the call that runs. Throws `SETUP` where there is none. */
export function currentMemory(caller: string): CallMemory {
  const memory = storage?.getStore();
  if (memory) return memory;
  throw setupError(
    `Expected ${caller}() in the handler of an .interactive() tool, on a platform with AsyncLocalStorage. ctx.${caller}() works everywhere.`,
  );
}

import { setupError } from '../errors.js';
import type { CallMemory } from './call-memory.js';

/** Of one step that runs: what belongs to it is told from what goes on beside it. */
export class StepScope {
  readonly name: string;
  /** Calls that it has made. */
  calls = 0;
  isOver = false;

  constructor(ordinal: number) {
    this.name = `step-${ordinal}`;
  }
}

/** Where in a call some code belongs. */
interface Place {
  readonly memory: CallMemory;
  readonly step?: StepScope;
}

/** As much of Node's `AsyncLocalStorage` as is used. */
interface Storage {
  run<T>(store: Place | undefined, work: () => T): T;
  getStore(): Place | undefined;
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
  return storage ? storage.run({ memory }, work) : work();
}

/** Runs a step of the call that runs. */
export function runInStep<T>(step: StepScope, work: () => T): T {
  const place = storage?.getStore();
  return storage && place ? storage.run({ memory: place.memory, step }, work) : work();
}

/** The step of this call that the code which runs belongs to. Nothing where the platform has no storage; see `canTellSteps`. */
export function currentStep(memory: CallMemory): StepScope | undefined {
  const place = storage?.getStore();
  return place?.memory === memory ? place.step : undefined;
}

/** Known once a call has run. */
export function canTellSteps(): boolean {
  return storage !== undefined;
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
  return storage?.getStore()?.memory;
}

/** The memory of the call that runs. Throws `SETUP` where there is none. */
export function currentMemory(caller: string): CallMemory {
  const memory = peekMemory();
  if (memory) return memory;
  throw setupError(
    `Expected ${caller}() in the handler of an .interactive() tool, on a platform with AsyncLocalStorage. ctx.${caller}() works everywhere.`,
  );
}

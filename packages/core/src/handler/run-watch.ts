import { peekMemory } from './ambient-memory.js';
import type { CallMemory } from './call-memory.js';
import type { Command } from './commands.js';

/** What is watched of one run of a generator, for its author's sake. */
export class RunWatch {
  /** Made by `step()` or `ask.form()`, and not waited for. */
  readonly made = new Set<Command>();
  isInStep = false;
  /** What was written outside of steps: `POST https://cloud.example/envs`. */
  readonly writes: string[] = [];
}

const watches = new WeakMap<CallMemory, RunWatch>();

export function watchRun(memory: CallMemory): RunWatch {
  const watch = new RunWatch();
  watches.set(memory, watch);
  return watch;
}

/** Of the run that this code is part of, if it is watched. */
export function currentWatch(): RunWatch | undefined {
  const memory = peekMemory();
  return memory && watches.get(memory);
}

import fc from 'fast-check';

export interface RunOptions {
  readonly seed: number;
  readonly runs: number;
  /** Of one counterexample, as a failure prints it. */
  readonly path?: string | undefined;
}

/** One thing that must hold, whatever is sent. */
export interface Property {
  readonly name: string;
  /** In one round of `npm run fuzz`. */
  readonly runs: number;
  /** Gives the counterexample and the way back to it, if there is one. */
  readonly check: (options: RunOptions) => Promise<string | undefined>;
}

export function property<T>(
  name: string,
  runs: number,
  input: fc.Arbitrary<T>,
  holds: (input: T) => Promise<void>,
): Property {
  return {
    name,
    runs,
    check: async ({ seed, runs: numRuns, path }) => {
      const details = await fc.check(fc.asyncProperty(input, holds), {
        seed,
        numRuns,
        ...(path === undefined ? {} : { path, endOnFailure: true }),
        // Shrinking what hangs would take its waiting time at each step.
        interruptAfterTimeLimit: 60_000,
        markInterruptAsFailure: false,
      });
      if (!details.failed) return undefined;
      const { counterexample, counterexamplePath, errorInstance, numRuns: run, numShrinks } = details;
      return [
        `${name}, run ${run}: ${errorInstance instanceof Error ? (errorInstance.stack ?? '') : String(errorInstance)}`,
        `Shrunk ${numShrinks} times to ${fc.stringify(counterexample)}`,
        `Again: npm run fuzz -- --only '${name}' --seed ${seed} --path ${counterexamplePath}`,
      ].join('\n');
    },
  };
}

import { exitCodes } from '../exit/exit-code.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `interrupt` at the first Ctrl-C: the run ends in order, its servers too. At the second the process ends at once;
 * servers that are still there are killed with it. Gives a function that ends the listening.
 */
export function onInterrupt(interrupt: () => void): () => void {
  let count = 0;
  const listener = (): void => {
    count++;
    if (count === 1) interrupt();
    else process.exit(exitCodes.interrupted);
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}

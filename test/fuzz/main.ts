import { parseArgs } from 'node:util';
import { properties } from './properties.js';
import { sentByWire, sentTotal } from './sent.js';

/** How often it says how far it is. */
const tellEveryMs = 5_000;

/** Runs all properties in turn, in whole rounds, until so many frames were sent. Gives the exit code. */
export async function fuzz(argv: readonly string[]): Promise<number> {
  const { frames, seed, only, path } = readArguments(argv);
  const chosen = properties.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) {
    tell(`No property is called '${only}'. There are:\n${properties.map(({ name }) => `  ${name}`).join('\n')}`);
    return 2;
  }
  tell(`Seed ${seed}: the same seed sends the same frames.`);
  const startedAtMs = performance.now();
  let toldAtMs = startedAtMs;
  for (let round = 0; sentTotal() < frames; round++) {
    for (const { check, runs } of chosen) {
      // Each round has a seed of its own, so that a failure needs only that one.
      const failure = await check({ seed: seed + round, runs, path });
      if (failure !== undefined) {
        tell(`\n${failure}\n\n${told(startedAtMs)}`);
        return 1;
      }
      if (path !== undefined) return 0;
      if (performance.now() - toldAtMs < tellEveryMs) continue;
      toldAtMs = performance.now();
      tell(told(startedAtMs));
    }
  }
  tell(`${told(startedAtMs)}, nothing broken:`);
  for (const [wire, count] of sentByWire()) tell(`  ${wire}: ${count}`);
  return 0;
}

const tell = (text: string): void => void process.stdout.write(`${text}\n`);

function readArguments(argv: readonly string[]) {
  const options = {
    frames: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    path: { type: 'string' },
  } as const;
  const { frames = '100000', seed, only, path } = parseArgs({ args: [...argv], options }).values;
  return { frames: toCount('frames', frames), seed: toCount('seed', seed ?? String(Date.now() % 2 ** 31)), only, path };
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count)) throw new Error(`Expected --${name} to be a whole number, got ${text}.`);
  return count;
}

function told(startedAtMs: number): string {
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return `${sentTotal()} frames in ${seconds.toFixed(1)} s, ${Math.round(sentTotal() / seconds)} a second`;
}

import { parseArgs } from 'node:util';
import { properties } from './properties.js';
import { sentByWire, sentTotal } from './sent.js';
import { checkCrashes } from './watch.js';

/** How often it says how far it is. */
const tellEveryMs = 5_000;

/** Runs all properties in turn, in whole rounds, until so many frames were sent. Gives the exit code. */
export async function fuzz(argv: readonly string[]): Promise<number> {
  let given;
  try {
    given = readArguments(argv);
  } catch (error) {
    tell((error as Error).message);
    return 2;
  }
  const { frames, seed, only, path } = given;
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
      if (path !== undefined) {
        tell('What that path leads to holds now.');
        return 0;
      }
      if (performance.now() - toldAtMs < tellEveryMs) continue;
      toldAtMs = performance.now();
      tell(told(startedAtMs));
    }
  }
  checkCrashes();
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
  if (path !== undefined && (only === undefined || seed === undefined))
    throw new Error('Expected --path with the --only and --seed that it belongs to.');
  const anySeed = String(Date.now() % 2 ** 31);
  return { frames: toCount('frames', frames, 1), seed: toCount('seed', seed ?? anySeed, 0), only, path };
}

function toCount(name: string, text: string, least: number): number {
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) && Number(text) >= least) return Number(text);
  throw new Error(`Expected --${name} to be a whole number of at least ${least}, got '${text}'.`);
}

function told(startedAtMs: number): string {
  const seconds = (performance.now() - startedAtMs) / 1_000;
  return `${sentTotal()} frames in ${seconds.toFixed(1)} s, ${Math.round(sentTotal() / seconds)} a second`;
}

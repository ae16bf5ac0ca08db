import { expect, it } from 'vitest';
import { properties } from './properties.js';

/** Of one's own choice, to see a failure again: `FUZZ_SEED=7 npx vitest run test/fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

/** Of the runs of one round of `npm run fuzz`. */
const share = 1 / 5;

it.each(properties)('$name', { timeout: 120_000 }, async ({ check, runs }) => {
  expect((await check({ seed, runs: Math.ceil(runs * share) })) ?? 'holds').toBe('holds');
});

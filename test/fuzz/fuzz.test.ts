import { expect, it } from 'vitest';
import { properties } from './properties.js';

/** `FUZZ_SEED=7 npx vitest run test/fuzz`: the runs of that seed again. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

it.each(properties)('$name', { timeout: 120_000 }, async ({ check, runs }) => {
  expect((await check({ seed, runs })) ?? 'holds').toBe('holds');
});

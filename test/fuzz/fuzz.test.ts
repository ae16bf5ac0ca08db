import { describe, expect, it } from 'vitest';
import { properties } from './properties.js';

/** Of one's own choice, to see a failure again: `FUZZ_SEED=7 npx vitest run test/fuzz`. */
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

describe(`seed ${seed}`, () => {
  it.each(properties.map((one) => [one.name, one] as const))(
    '%s',
    async (_, { check, runs }) => {
      expect((await check({ seed, runs })) ?? 'holds').toBe('holds');
    },
    120_000,
  );
});

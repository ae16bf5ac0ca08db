import { describe, expect, it } from 'vitest';
import { readExpectedFailures } from '../../conformance/src/expected-failures.js';
import { clientResultsOf, resultsOf } from '../../conformance/src/results-page.js';
import { eras } from '../../conformance/src/suite.js';
import { readText } from './files.js';

/** How many scenarios may fail, by revision. Lower these with the file; they never rise. */
const ceilings = { '2025-11-25': 13, '2026-07-28': 13 } as const;

describe('conformance/expected-failures.json', async () => {
  const expectations = await readExpectedFailures();

  it.each(eras)('has at %s no more entries than there were', (era) => {
    expect(Object.keys(expectations[era]).length).toBeLessThanOrEqual(ceilings[era]);
  });

  it('says of each why, and which checks', () => {
    expect(Object.keys(expectations)).toEqual(eras);
    const vague = eras.flatMap((era) =>
      Object.entries(expectations[era])
        .filter(([, { reason, checks }]) => reason.length < 10 || checks.length === 0)
        .map(([name]) => name),
    );
    expect(vague).toEqual([]);
  });

  it('is what docs/conformance.md tells', async () => {
    const page = await readText('docs/conformance.md');
    const told = /<!-- results -->\n([\s\S]*?)\n<!-- end of results -->/.exec(page)?.[1];
    expect(told).toBe(resultsOf(expectations));
  });
});

describe('conformance/expected-client-failures.json', async () => {
  const expectations = await readExpectedFailures('client');

  it('is empty, and stays so', () => {
    expect(expectations).toEqual({ '2025-11-25': {}, '2026-07-28': {} });
  });

  it('is what docs/conformance.md tells', async () => {
    const page = await readText('docs/conformance.md');
    const told = /<!-- client results -->\n([\s\S]*?)\n<!-- end of client results -->/.exec(page)?.[1];
    expect(told).toBe(clientResultsOf(expectations));
  });
});

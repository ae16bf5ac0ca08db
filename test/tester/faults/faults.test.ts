import type { Era } from '@mcpfusion/protocol';
import { afterAll, describe, expect, it } from 'vitest';
import { allChecks } from '../../../packages/tester/src/checks/all-checks.js';
import { loadFaults, type Fault } from './fault.js';
import { visit } from './visit.js';

const eras: readonly Era[] = ['2025-11-25', '2026-07-28'];
const transports = ['stdio', 'http'] as const;

const faults = await loadFaults();

/** Where each fault shows. */
const places = Object.entries(faults).flatMap(([name, fault]: [string, Fault]) =>
  (fault.transports ?? transports).flatMap((transport) =>
    (fault.eras ?? eras).map((era) => ({ name, fault, transport, era })),
  ),
);

describe('planted faults', { concurrent: true }, () => {
  let caught = 0;
  let alarms = 0;
  let visits = 0;
  afterAll(() => {
    const faultsCaught = `caught ${caught} of ${places.length} planted faults`;
    process.stdout.write(`passive checks: ${faultsCaught}, false alarms ${alarms} of ${visits}\n`);
  });

  for (const { name, fault, transport, era } of places) {
    it(`${fault.rule}: ${name}, ${era}, ${transport}`, async () => {
      const found = await visit(transport, era, name, fault);
      const rules = new Set(found.map(({ rule }) => rule.id));
      expect([...rules], JSON.stringify(found, undefined, 1)).toEqual([fault.rule]);
      caught++;
    });
  }

  for (const transport of transports) {
    for (const era of eras) {
      it(`the right server, ${era}, ${transport}`, async () => {
        const found = await visit(transport, era, undefined);
        visits++;
        if (found.length > 0) alarms++;
        expect(found).toEqual([]);
      });
    }
  }
});

it('every check has a fault that breaks its rule', () => {
  const broken = new Set(Object.values(faults).map(({ rule }) => rule));
  expect(allChecks.map(({ rule }) => rule.id).filter((id) => !broken.has(id))).toEqual([]);
});

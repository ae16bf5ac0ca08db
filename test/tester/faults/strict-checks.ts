import type { Finding } from '../../../packages/tester/src/checks/finding.js';
import { PassiveChecks } from '../../../packages/tester/src/checks/passive-checks.js';

export interface StrictChecks {
  readonly checks: PassiveChecks;
  /** What they have found so far. Throws what a check has thrown. */
  readonly findings: () => readonly Finding[];
}

/** The checks as a test wants them: one that throws is no check that is content. */
export function strictChecks(transport: 'stdio' | 'http'): StrictChecks {
  const found: Finding[] = [];
  const faults: unknown[] = [];
  const checks = new PassiveChecks({
    transport,
    onFinding: (finding) => found.push(finding),
    onFault: (error) => faults.push(error),
  });
  const findings = (): readonly Finding[] => {
    if (faults.length > 0) throw faults[0];
    return found;
  };
  return { checks, findings };
}

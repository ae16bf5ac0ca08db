import type { Client } from '@mcpfusion/client';
import type { Finding } from '../../../../packages/tester/src/checks/finding.js';
import { PassiveChecks } from '../../../../packages/tester/src/checks/passive-checks.js';

/** What the checks say to all that has passed on a connection. */
export function judgeFrames(client: Client): Finding[] {
  const findings: Finding[] = [];
  const transport = client.transport === 'http' ? 'http' : 'stdio';
  const checks = new PassiveChecks({ transport, onFinding: (finding) => findings.push(finding) });
  for (const frame of client.frames) checks.frame(frame);
  return findings;
}

/** `PRG-03: Expected …`: what a failing test shows. */
export function told(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, text, frames }) => `${rule.id}: ${text}\n${frames.map(({ raw }) => raw).join('\n')}`);
}

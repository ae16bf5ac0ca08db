import type { Client } from '@mcpfusion/client';
import type { Finding } from '../../../../packages/tester/src/checks/finding.js';
import { strictChecks } from '../strict-checks.js';

/** What the checks say to all that has passed on a connection. */
export function judgeFrames(client: Client): readonly Finding[] {
  const transport = client.transport === 'http' ? 'http' : 'stdio';
  const { checks, findings } = strictChecks(transport);
  for (const frame of client.frames) checks.frame(frame);
  return findings();
}

/** `PRG-03: Expected …`: what a failing test shows. */
export function told(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, text, frames }) => `${rule.id}: ${text}\n${frames.map(({ raw }) => raw).join('\n')}`);
}

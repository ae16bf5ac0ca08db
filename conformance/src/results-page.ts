import { clientScenarioCounts, clientScenariosRun } from './client/client-suite.js';
import type { ExpectedFailures } from './expected-failures.js';
import { eras, scenarioCounts } from './suite.js';

/** What `docs/conformance.md` says of the client: follows from `expected-client-failures.json`. */
export function clientResultsOf(expectations: ExpectedFailures): string {
  const rows = eras.map((era) => {
    const run = clientScenariosRun[era];
    const failing = Object.keys(expectations[era]).length;
    return `| ${era} | ${run - failing} of ${run} | ${failing} | ${clientScenarioCounts[era] - run} |`;
  });
  return ['| revision | scenarios passed | not yet | on authorization, not run |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** The part of `docs/conformance.md` that follows from `expected-failures.json`, as Markdown. */
export function resultsOf(expectations: ExpectedFailures): string {
  const rows = eras.map((era) => {
    const failing = Object.keys(expectations[era]).length;
    return `| ${era} | ${scenarioCounts[era] - failing} of ${scenarioCounts[era]} | ${failing} |`;
  });
  const lists = eras.flatMap((era) => [
    '',
    `Not yet in ${era}:`,
    '',
    ...[...byReason(expectations[era])].map(([reason, names]) => `- ${reason} ${names.join(', ')}`),
  ]);
  return ['| revision | scenarios passed | not yet |', '|---|---|---|', ...rows, ...lists].join('\n');
}

function byReason(entries: ExpectedFailures[keyof ExpectedFailures]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, { reason }] of Object.entries(entries)) {
    const group = groups.get(reason) ?? [];
    groups.set(reason, group);
    group.push(`\`${name}\``);
  }
  return groups;
}

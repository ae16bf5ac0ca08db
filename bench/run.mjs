/**
 * Measures what the server costs beside what it could cost at least, and beside the
 * official ones. `npm run bench` writes `docs/performance.md` and a JSON file beside
 * it. With `-- --only <name>` it measures the cases whose names begin so, and with
 * `-- --smoke` it is short and measures what has a gate; both write nothing. A value
 * past its gate fails the run.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { cases } from './cases/index.mjs';
import { measure } from './lib/measure.mjs';
import { toMarkdown, toTable } from './lib/report.mjs';

const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false }, only: { type: 'string' } } });
const chosen = cases.filter(({ name }) => name.startsWith(values.only ?? ''));
if (chosen.length === 0) throw new Error(`Expected --only to begin one of ${cases.map(({ name }) => name).join(', ')}`);

const machine = { processors: availableParallelism(), loadAtStart: loadavg()[0] };
const results = [];
for (const theCase of chosen) {
  const result = await measure(theCase, { isSmoke: values.smoke });
  if (result) results.push(result);
}

const claims = results.flatMap((result) => result.claims);
if (values.smoke) console.log(toTable(claims));
else console.log(toMarkdown(results, machine));
if (!values.smoke && values.only === undefined) {
  const docs = new URL('../docs/', import.meta.url);
  writeFileSync(new URL('performance.md', docs), toMarkdown(results, machine));
  writeFileSync(new URL('performance.json', docs), `${JSON.stringify({ machine, results }, undefined, 2)}\n`);
}
const past = claims.filter(({ isPast }) => isPast);
for (const { title } of past) console.error(`past its gate: ${title}`);
process.exitCode = past.length > 0 ? 1 : 0;

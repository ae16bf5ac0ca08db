const line = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, lines) => [line(heads), line(heads.map(() => '---')), ...lines.map(line)].join('\n');

const number = (value, digits) =>
  value === undefined
    ? '–'
    : value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** `≤ 1.4 ×`, `≥ 1,000,000 /s` */
const limit = (value, { isAtLeast, unit }) =>
  value === undefined ? '–' : `${isAtLeast ? '≥' : '≤'} ${value.toLocaleString('en-GB')} ${unit}`;

function wordOf({ goal, isMet, isPast }) {
  if (isPast) return '**past its gate**';
  if (goal === undefined) return '';
  return isMet ? 'met' : '**missed**';
}

/** Every claim with what was measured, what is wanted and what is enforced. */
export function toTable(claims) {
  return table(
    ['what', 'measured', 'goal', 'gate', ''],
    claims.map((claim) => [
      claim.title,
      `${number(claim.value, claim.digits)} ${claim.unit}`,
      limit(claim.goal, claim),
      limit(claim.gate, claim),
      wordOf(claim),
    ]),
  );
}

function toSection({ title, about, figures, beside, rounds, rows }) {
  const columns = columnsOf(
    figures,
    rows.find(({ id }) => id === beside),
  );
  const heads = ['', ...columns.map((column) => column.title)];
  const lines = rows.map((row) => [row.title, ...columns.map(({ of, digits }) => number(of(row), digits))]);
  const times = rounds === 1 ? 'Measured once.' : `Best of ${rounds} rounds.`;
  return `## ${title}\n\n${about}\n${times}\n\n${table(heads, lines)}`;
}

/** The figures, the median of those that want it, and the first one beside that of the bare server. */
function columnsOf(figures, bare) {
  const columns = Object.entries(figures).flatMap(([name, { title, digits, isMedianShown = false }]) => [
    { title, digits, of: ({ best }) => best[name] },
    ...(isMedianShown ? [{ title: `${title}, median`, digits, of: ({ median }) => median[name] }] : []),
  ]);
  if (!bare) return columns;
  const [first] = columns;
  return [...columns, { title: 'beside bare', digits: 2, of: (row) => first.of(row) / first.of(bare) }];
}

/** The page that `npm run bench` writes. Absolute figures are the machine's; the ratios are ours. */
export function toMarkdown(results, { processors, loadAtStart }) {
  return `# Performance

Written by \`npm run bench\`: do not edit. Node ${process.version}, ${processors} processors, a load average of ${loadAtStart.toFixed(1)} at the start:
what other programs take away makes all figures worse, and ratios closer to one.

## Goals and gates

${toTable(results.flatMap(({ claims }) => claims))}

## How to read

- Each row is measured in a fresh process, after a warm-up where it says so. The rows of a table take turns, and every
  other round goes the other way round. A figure is the best of all rounds; the raw ones are in
  [performance.json](performance.json). Every bench checks the answers it gets.
- The ratios are what to look at: both sides were measured side by side in one run. Microseconds, milliseconds and events
  a second belong to the machine.
- A goal is what we want, and may be missed. A gate is enforced: \`npm run bench -- --smoke\` measures the rows
  that have one in shorter runs, and fails if a value is still past it after two more rounds.
- \`npm run bench -- --only <name>\` measures one table again; the names are those of the files in \`bench/cases\`.
- Client and server share the machine and talk over loopback. CPU time is that of the server process alone. A megabyte
  has 1,000,000 bytes.

${results.map(toSection).join('\n\n')}

What the types cost the compiler is measured by \`node bench/checker-cost.mjs\`.
`;
}

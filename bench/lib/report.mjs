const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (heads, lines) => [row(heads), row(heads.map(() => '---')), ...lines.map(row)].join('\n');

const number = (value, digits) =>
  value === undefined
    ? '–'
    : value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Every claim with what was measured, what is wanted and what is enforced. */
export function toTable(claims) {
  const limit = (value, { isAtLeast, unit, digits }) =>
    value === undefined
      ? '–'
      : `${isAtLeast ? '≥' : '≤'} ${number(value, Number.isInteger(value) ? 0 : digits)} ${unit}`;
  return table(
    ['what', 'measured', 'goal', 'gate', ''],
    claims.map((claim) => {
      const { title, value, unit, digits, goal, gate, isMet, isPast } = claim;
      const word = isPast ? '**past its gate**' : goal === undefined ? '' : isMet ? 'met' : '**missed**';
      return [title, `${number(value, digits)} ${unit}`, limit(goal, claim), limit(gate, claim), word];
    }),
  );
}

function toSection({ title, about, figures, beside, rounds, rows }) {
  const shown = Object.entries(figures);
  const [first, { isMedianShown = false }] = shown[0];
  const bare = rows.find(({ id }) => id === beside);
  const heads = [
    'server',
    ...shown.map(([, figure]) => figure.title),
    ...(isMedianShown ? [`${figures[first].title}, median`] : []),
    ...(bare ? [`beside ${bare.title.split(',')[0]}`] : []),
  ];
  const lines = rows.map((row) => [
    row.title,
    ...shown.map(([name, { digits }]) => number(row.best[name], digits)),
    ...(isMedianShown ? [number(row.median[first], figures[first].digits)] : []),
    ...(bare ? [number(row.best[first] / bare.best[first], 2)] : []),
  ]);
  const times = rounds === 1 ? 'Measured once.' : `Best of ${rounds} rounds.`;
  return `## ${title}\n\n${about}\n${times}\n\n${table(heads, lines)}`;
}

/** The page that `npm run bench` writes. Absolute figures are the machine's; the ratios are ours. */
export function toMarkdown(results) {
  return `# Performance

Written by \`npm run bench\` on Node ${process.version}: do not edit.

## Goals and gates

${toTable(results.flatMap(({ claims }) => claims))}

## How to read

- Each row is measured in a fresh process, after a warm-up where it says so; the rows of a table take turns, and every
  other round goes the other way round. A figure is the best of all rounds; the raw ones are in
  [performance.json](performance.json). Every bench checks the answers it gets.
- The ratios are what to look at: both sides were measured side by side in one run. Microseconds, milliseconds and events
  a second belong to the machine.
- A goal is what we want, and may be missed. A gate is enforced: \`npm run bench -- --smoke\` measures the rows
  that have one in shorter runs, and fails if a value is past it in up to two more rounds.
- \`npm run bench -- --only <name>\` measures one table again; the names are those of the files in \`bench/cases\`.
- Client and server share the machine and talk over loopback. CPU time is that of the server process alone.

${results.map(toSection).join('\n\n')}

What the types cost the compiler is measured by \`node bench/checker-cost.mjs\`.
`;
}

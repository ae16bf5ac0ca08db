import { checkClaims } from './claims.mjs';

/**
 * A case on its way: `samples` are the figures of each round, by row. A smoke run
 * measures only the rows that its gates need.
 */
function startGroup(theCase, isSmoke) {
  const gated = new Set(theCase.claims.filter(({ gate }) => gate !== undefined).flatMap(({ rows }) => rows));
  const rows = isSmoke ? theCase.rows.filter(({ id }) => gated.has(id)) : theCase.rows;
  return {
    theCase,
    rows,
    sizes: isSmoke ? theCase.sizes.smoke : theCase.sizes.full,
    samples: new Map(rows.map(({ id }) => [id, []])),
    rounds: 0,
  };
}

/** Each row once in a fresh process; every other time the other way round: what drifts hits all alike. */
async function runRound(group) {
  const { theCase, rows, sizes, samples } = group;
  const order = group.rounds++ % 2 === 0 ? rows : rows.toReversed();
  for (const row of order) {
    const figures = await theCase.run(row, sizes);
    samples.get(row.id).push(figures);
    console.error(`${theCase.title} · ${row.title}: ${show(figures)}`);
  }
}

function show(figures) {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ');
}

/** Rounds until there are enough; in a smoke run up to `extra` more while a gate is missed, since a machine may be busy. */
export async function measure(theCase, { isSmoke, extra = 2 }) {
  const group = startGroup(theCase, isSmoke);
  if (group.rows.length === 0) return undefined;
  const least = group.sizes.rounds;
  const most = isSmoke ? least + extra : least;
  let result;
  do {
    await runRound(group);
    result = toResult(group);
  } while (group.rounds < least || (group.rounds < most && result.claims.some(({ isPast }) => isPast)));
  return result;
}

function toResult({ theCase, rows, samples, rounds }) {
  const { name, title, about, figures, beside } = theCase;
  const summaries = new Map([...samples].map(([id, all]) => [id, summarize(figures, all)]));
  return {
    name,
    title,
    about,
    figures,
    beside,
    rounds,
    rows: rows.map((row) => ({ id: row.id, title: row.title, ...summaries.get(row.id), samples: samples.get(row.id) })),
    claims: checkClaims(theCase.claims, summaries),
  };
}

/** The best of all rounds, figure by figure, and the middle one. */
function summarize(figures, samples) {
  const best = {};
  const median = {};
  for (const [name, { isMoreBetter = false }] of Object.entries(figures)) {
    const values = samples.map((sample) => sample[name]).filter((value) => value !== undefined);
    if (values.length === 0) continue;
    values.sort((a, b) => (isMoreBetter ? b - a : a - b));
    best[name] = values[0];
    median[name] = values[Math.floor(values.length / 2)];
  }
  return { best, median };
}

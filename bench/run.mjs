/**
 * Measures what a call costs beside what it could cost at least, and beside the
 * official servers. `npm run bench` writes `docs/performance.md` and a JSON file
 * beside it; `npm run bench -- --smoke` is short, writes nothing, and fails when
 * a ratio is worse than its gate.
 */
import { writeFileSync } from 'node:fs';
import { httpEcho, stdioEcho } from './cases/echo.mjs';
import { toMarkdown } from './lib/report.mjs';

const isSmoke = process.argv.includes('--smoke');
const rounds = isSmoke ? 2 : 5;

const modern = '2026-07-28';
const session = '2025-11-25';

/** One group is measured side by side; each row is compared with the first. */
const groups = [
  {
    title: 'Echo over HTTP',
    run: httpEcho,
    sizes: isSmoke ? { warmUp: 3_000, count: 3_000 } : { warmUp: 10_000, count: 10_000 },
    rows: [
      { name: 'bare node:http, the same bytes', file: 'http-bare.mjs', era: modern },
      { name: 'MCP Fusion, 2026-07-28', file: 'http-fusion.mjs', era: modern, maxRatio: 4 },
      { name: 'MCP Fusion, 2026-07-28, 50 tools', file: 'http-fusion.mjs', era: modern, tools: 50, isLong: true },
      { name: 'MCP Fusion, 2025-11-25', file: 'http-fusion.mjs', era: session, isLong: true },
      { name: 'official server 2.x, 2026-07-28', file: 'http-sdk-v2.mjs', era: modern },
      { name: 'official server 1.x, 2025-11-25', file: 'http-sdk-v1.mjs', era: session, isLong: true },
    ],
  },
  {
    title: 'Echo over stdio',
    run: stdioEcho,
    sizes: isSmoke ? { warmUp: 20_000, count: 10_000 } : { warmUp: 40_000, count: 40_000 },
    rows: [
      { name: 'bare line echo, the same bytes', file: 'stdio-bare.mjs', era: modern },
      { name: 'MCP Fusion, 2026-07-28', file: 'stdio-fusion.mjs', era: modern, maxRatio: 8 },
      { name: 'MCP Fusion, 2026-07-28, 50 tools', file: 'stdio-fusion.mjs', era: modern, tools: 50, isLong: true },
      { name: 'MCP Fusion, 2025-11-25', file: 'stdio-fusion.mjs', era: session, isLong: true },
      { name: 'official server 2.x, 2026-07-28', file: 'stdio-sdk-v2.mjs', era: modern },
      { name: 'official server 1.x, 2025-11-25', file: 'stdio-sdk-v1.mjs', era: session, isLong: true },
    ],
  },
];

const measured = [];
for (const { title, run, sizes, rows } of groups) {
  const chosen = rows.filter(({ isLong }) => !(isSmoke && isLong));
  const raw = chosen.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // In turn, and the other way round the next time: what drifts hits all alike.
    const order = chosen.map((_, index) => (round % 2 === 0 ? index : chosen.length - 1 - index));
    for (const index of order) {
      const { name, file, era, tools } = chosen[index];
      const { cpuUs } = await run({ file, era, tools, ...sizes });
      raw[index].push(cpuUs);
      console.error(`${title} · ${name}: ${cpuUs.toFixed(1)} µs`);
    }
  }
  const best = raw.map((values) => Math.min(...values));
  measured.push({
    title,
    rows: chosen.map(({ name, maxRatio }, index) => ({
      name,
      maxRatio,
      bestUs: best[index],
      ratio: best[index] / best[0],
      rawUs: raw[index],
    })),
  });
}

const markdown = toMarkdown(measured, { rounds, node: process.version });
console.log(markdown);
if (!isSmoke) {
  writeFileSync(new URL('../docs/performance.md', import.meta.url), markdown);
  writeFileSync(new URL('../docs/performance.json', import.meta.url), `${JSON.stringify(measured, undefined, 2)}\n`);
}
const tooSlow = measured
  .flatMap(({ rows }) => rows)
  .filter(({ ratio, maxRatio = Number.POSITIVE_INFINITY }) => ratio > maxRatio);
for (const { name, ratio, maxRatio } of tooSlow)
  console.error(`${name}: ${ratio.toFixed(1)} times the bare server, more than ${maxRatio}`);
process.exitCode = tooSlow.length > 0 ? 1 : 0;

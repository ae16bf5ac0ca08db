/**
 * What the types cost the checker: compiles a file with 200 tools, and one with
 * none, in turn, and prints the best of five. `npm run build && node bench/checker-cost.mjs`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = `${root}node_modules/.cache/checker-cost/`;
const rounds = 5;

const imports =
  "import { initMCPFusion, progress } from '@mcpfusion/core';\nconst f = initMCPFusion<{ tenant: string }>();\n";
const tool = (n) => `
export const tool${n} = f
  .${['query', 'mutation', 'action'][n % 3]}('tool.${n}')
  .describe('Tool ${n}')
  .withString('id', 'Id')
  .withInteger('limit${n}', 'Limit', { default: ${n} })
  .withEnum('order', ['up', 'down'], 'Order', { optional: true })
  .use(async ({ ctx, next }) => next({ user${n}: { name: ctx.tenant } }))
  .handle(async function* (input, ctx) {
    yield progress(50, ctx.user${n}.name);
    return { id: input.id, limit: input.limit${n}, order: input.order ?? 'up', tenant: ctx.tenant };
  });
`;

function measure(name, source) {
  writeFileSync(`${folder}${name}.ts`, source);
  // The built declarations, as a user of the package has them.
  const compilerOptions = {
    composite: false,
    declaration: false,
    noEmit: true,
    rootDir: root,
    types: ['node'],
    typeRoots: [`${root}node_modules/@types`],
    paths: { '@mcpfusion/core': [`${root}packages/core/dist/index.d.ts`] },
  };
  writeFileSync(
    `${folder}${name}.json`,
    JSON.stringify({ extends: `${root}tsconfig.base.json`, compilerOptions, include: [`${name}.ts`] }),
  );
  const args = [`${root}node_modules/typescript/bin/tsc`, '-p', `${folder}${name}.json`, '--extendedDiagnostics'];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
  const read = (label) => Number(new RegExp(`${label}:\\s+([\\d.]+)`).exec(said)?.[1]);
  return { checkMs: read('Check time') * 1_000, instantiations: read('Instantiations') };
}

mkdirSync(folder, { recursive: true });
const best = { none: undefined, tools: undefined };
for (let round = 0; round < rounds; round++) {
  for (const [name, count] of [
    ['none', 0],
    ['tools', 200],
  ]) {
    const measured = measure(
      name,
      imports + 'export const used = [f, progress];\n' + Array.from({ length: count }, (_, n) => tool(n)).join(''),
    );
    if (!best[name] || measured.checkMs < best[name].checkMs) best[name] = measured;
  }
}
rmSync(folder, { recursive: true });
const perTool = (best.tools.checkMs - best.none.checkMs) / 200;
console.log(`no tool:   ${best.none.checkMs.toFixed(0)} ms check time, ${best.none.instantiations} instantiations`);
console.log(`200 tools: ${best.tools.checkMs.toFixed(0)} ms check time, ${best.tools.instantiations} instantiations`);
console.log(
  `a tool:    ${perTool.toFixed(2)} ms, ${Math.round((best.tools.instantiations - best.none.instantiations) / 200)} instantiations`,
);

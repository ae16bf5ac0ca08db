/** The page that `npm run bench` writes. Absolute figures are the machine's; the ratios are ours. */
export function toMarkdown(groups, { rounds, node }) {
  const tables = groups.map(({ title, rows }) =>
    [
      `## ${title}`,
      '',
      '| server | µs of CPU a call | beside the bare server |',
      '| --- | --- | --- |',
      ...rows.map(({ name, bestUs, ratio }) => `| ${name} | ${bestUs.toFixed(1)} | ${ratio.toFixed(2)} |`),
    ].join('\n'),
  );
  return `# Performance

Written by \`npm run bench\`: do not edit. CPU time of the server process for one \`tools/call\` that echoes a short text,
measured in fresh processes side by side after a warm-up, best of ${rounds} rounds in flipped order, on Node ${node}. Each
answer is checked. The ratios are what to look at; the microseconds belong to the machine.

${tables.join('\n\n')}

What the types cost the compiler is measured by \`node bench/checker-cost.mjs\`.
`;
}

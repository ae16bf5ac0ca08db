import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { moreOf } from '../lib/claims.mjs';

const run = promisify(execFile);
const tester = fileURLToPath(new URL('../../packages/tester/bin/mcp-tester.js', import.meta.url));
const echo = fileURLToPath(new URL('../servers/stdio-fusion.mjs', import.meta.url));

export const testerStart = {
  name: 'tester-start',
  title: 'mcp-tester',
  about: `From the start of the process to its end: what a command costs before and after the server's own work.
\`ping\` starts a server of the framework, asks it over stdio and ends it.`,
  sizes: { full: { rounds: 12 }, smoke: { rounds: 10 } },
  figures: { ms: { title: 'ms', digits: 1, isMedianShown: true } },
  beside: 'bare',
  rows: [
    { id: 'bare', title: '`node -e ""`', args: ['-e', ''], expected: '' },
    { id: 'version', title: '`mcp-tester --version`', args: [tester, '--version'], expected: '0.' },
    {
      id: 'ping',
      title: '`mcp-tester ping`',
      args: [tester, '-c', `exec node "${echo}"`, 'ping'],
      expected: 'answered',
    },
  ],
  claims: [
    {
      title: '`mcp-tester --version` over bare node',
      rows: ['version', 'bare'],
      value: moreOf('ms'),
      unit: 'ms',
      digits: 0,
      goal: 150,
      gate: 150,
    },
  ],
  async run({ args, expected }) {
    const startedAtMs = performance.now();
    const { stdout } = await run(process.execPath, args);
    const ms = performance.now() - startedAtMs;
    if (!stdout.includes(expected)) throw new Error(`Expected ${expected} of ${args.join(' ')}, got ${stdout}`);
    return { ms };
  },
};

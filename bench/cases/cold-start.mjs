import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { moreOf } from '../lib/claims.mjs';
import { envelope, rpc } from '../lib/messages.mjs';
import { pathOf } from '../lib/server-process.mjs';

const question = rpc(1, 'tools/list', { _meta: envelope });

export const coldStart = {
  name: 'cold-start',
  title: 'Cold start',
  about: `From the start of the process to the first answer over stdio, to a \`tools/list\` that waits in its pipe, of a server with one tool.
The official server is loaded with the schema library that its tools need.`,
  sizes: { full: { rounds: 12 }, smoke: { rounds: 10 } },
  figures: { ms: { title: 'ms', digits: 1, isMedianShown: true } },
  beside: 'bare',
  rows: [
    { id: 'bare', title: 'bare line echo', file: 'stdio-bare.mjs' },
    { id: 'ours', title: 'MCP Fusion', file: 'stdio-fusion.mjs' },
    { id: 'v2', title: 'official server 2.x', file: 'stdio-sdk-v2.mjs' },
  ],
  claims: [
    {
      title: 'cold start over a bare line echo',
      rows: ['ours', 'bare'],
      value: moreOf('ms'),
      unit: 'ms',
      digits: 0,
      goal: 40,
      gate: 80,
    },
  ],
  async run({ file }) {
    const startedAtMs = performance.now();
    const child = spawn(process.execPath, [pathOf(file)], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${question}\n`);
    const line = await firstLine(child.stdout);
    const ms = performance.now() - startedAtMs;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    if (!line.includes('"tools":[')) throw new Error(`${file}: expected a list of tools, got ${line}`);
    return { ms };
  },
};

async function firstLine(stream) {
  let text = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text;
}

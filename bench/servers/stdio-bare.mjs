// The limit: what a line echo of the same bytes costs in Node itself.
import { answerUsage } from './channel.mjs';

answerUsage();
let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  let out = '';
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result =
      method === 'tools/call'
        ? { content: [{ type: 'text', text: params.arguments.text }] }
        : method === 'tools/list'
          ? { tools: [] }
          : { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'bare', version: '1' } };
    out += `${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`;
  }
  process.stdout.write(out);
});

// The limit: what Node itself needs for as many streams that have said one thing and stay open.
import { createServer } from 'node:http';
import { answerUsage, listen } from './channel.mjs';

answerUsage();
const open = new Set();
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { params } = JSON.parse(Buffer.concat(chunks).toString());
    const progress = { progressToken: params._meta.progressToken, progress: 1, total: 100 };
    const event = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: progress });
    open.add(response);
    response.on('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.write(`data: ${event}\n\n`);
  });
});
listen(server);

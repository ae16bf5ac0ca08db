import { serveHttp } from '@mcpfusion/core/node';
import { createReportServer } from './server.js';

const listener = await serveHttp(await createReportServer(), { port: Number(process.env['PORT'] ?? 3000) });
console.error(`Report server: ${listener.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());

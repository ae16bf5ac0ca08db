import { serveConnect } from './serve-connect.js';

const listener = await serveConnect({ port: Number(process.env['PORT'] ?? 3000) });
console.error(`Connect server: ${listener.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());

import { serveHttp } from '@mcpfusion/core/node';
import { Cloud } from './cloud/cloud.js';
import { createProvisionServer } from './server.js';

// MCPFUSION_STATE_KEY: processes that share it go on with each other's questions. CLOUD_FILE: they also use one cloud.
const { PORT = '3000', CLOUD_FILE } = process.env;
const server = await createProvisionServer({ cloud: new Cloud(CLOUD_FILE) });
const listener = await serveHttp(server, { port: Number(PORT) });
console.error(`Provision server: ${listener.url}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void listener.close());

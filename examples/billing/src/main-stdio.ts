import { serveStdio } from '@mcpfusion/core/stdio';
import { createBillingServer } from './server.js';

serveStdio(await createBillingServer());

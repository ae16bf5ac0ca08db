import { serveStdio } from '@mcpfusion/core/stdio';
import { createReportServer } from './server.js';

serveStdio(await createReportServer());

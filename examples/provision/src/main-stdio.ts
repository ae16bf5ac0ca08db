import { serveStdio } from '@mcpfusion/core/stdio';
import { Cloud } from './cloud/cloud.js';
import { createProvisionServer } from './server.js';

serveStdio(await createProvisionServer({ cloud: new Cloud(process.env['CLOUD_FILE']) }));

export { Cloud } from './cloud/cloud.js';
export { createProvisionServer } from './server.js';
export type { ProvisionServerOptions } from './server.js';

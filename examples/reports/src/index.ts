export { createReportServer } from './server.js';
export type { ReportServerOptions } from './server.js';

export { discoverTools } from './discover-tools.js';
export { serveHttp, toNodeHandler } from './http/node.js';
export type { HttpListener, NodeHandler, ServeHttpOptions } from './http/node.js';

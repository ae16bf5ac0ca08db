export { discoverTools } from './discover-tools.js';
export { serveHttp } from './http/node-listener.js';
export type { HttpListener, ServeHttpOptions } from './http/node-listener.js';
export { toNodeHandler } from './http/node.js';
export type { NodeHandler } from './http/node.js';

export { serveConnect } from './serve-connect.js';
export type { ConnectListener, ServeConnectOptions } from './serve-connect.js';

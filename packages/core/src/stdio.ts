// First, so that nothing imported after it can print to stdout.
import './stdio/stdout.js';

export { serveStdio } from './stdio/serve-stdio.js';
export type { StdioOptions } from './stdio/stdio-options.js';

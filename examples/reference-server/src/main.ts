// npm run serve:reference: the reference server on $PORT (default 3002; 0: any free port) until SIGTERM or SIGINT.
// Prints one line with its URL when it listens. With --stdio it serves one client on stdin and stdout instead.
import { parseArgs } from 'node:util';
import { serveHttp } from '@mcpfusion/core/node';
import { createReferenceServer } from './server.js';

const { values } = parseArgs({
  options: {
    stdio: { type: 'boolean', default: false },
    'tick-ms': { type: 'string', default: '1000' },
    'invalid-arguments': { type: 'string', default: 'tool-error' },
  },
});
const invalidArguments = values['invalid-arguments'];
if (invalidArguments !== 'tool-error' && invalidArguments !== 'protocol-error') {
  console.error(`Expected --invalid-arguments to be tool-error or protocol-error, got ${invalidArguments}.`);
  process.exit(2);
}
const tickMs = Number(values['tick-ms']);
if (!Number.isSafeInteger(tickMs) || tickMs < 1) {
  console.error(`Expected --tick-ms to be whole milliseconds from 1 on, got ${values['tick-ms']}.`);
  process.exit(2);
}
const server = createReferenceServer({ invalidArguments, tickMs });

if (values.stdio) {
  // Only now: whoever loads it gives stdout away.
  const { serveStdio } = await import('@mcpfusion/core/stdio');
  serveStdio(server);
} else {
  const listener = await serveHttp(server, { port: Number(process.env['PORT'] ?? 3_002) });
  console.log(listener.url);
  const end = (): void => {
    void listener.close({ drainMs: 1_000 }).then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

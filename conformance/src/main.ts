// npm run serve:fixture: the fixture on $PORT (default 3001; 0: any free port) until SIGTERM or SIGINT.
// Prints one line with its URL when it listens.
import { serveHttp } from '@mcpfusion/core/node';
import { createFixtureServer } from './fixture-server.js';

const listener = await serveHttp(createFixtureServer(), { port: Number(process.env['PORT'] ?? 3_001) });
console.log(listener.url);

const end = (): void => {
  void listener.close({ drainMs: 1_000 }).then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.once('SIGINT', end);

// The fixture on stdio: `node dist/stdio-main.js '{"resultGapMs":50}'`.
import { serveStdio, type StdioOptions } from '@mcpfusion/core/stdio';
import { createFixtureServer } from './fixture-server.js';

const options = JSON.parse(process.argv[2] ?? '{}') as StdioOptions;
serveStdio(createFixtureServer().server, options);

// The fixture on stdio: `node dist/stdio-main.js '{"stdio":{"resultGapMs":50}}'`.
import { serveStdio } from '@mcpfusion/core/stdio';
import { createFixtureServer, type FixtureOptions } from './fixture-server.js';

const { server, stdio } = JSON.parse(process.argv[2] ?? '{}') as FixtureOptions;
serveStdio(createFixtureServer(server).server, stdio);

#!/usr/bin/env node
// Committed, so that `npm ci` can link it before anything is built.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cli = new URL('../dist/cli.js', import.meta.url);

if (existsSync(fileURLToPath(cli))) {
  await import(cli.href);
} else {
  process.stderr.write('mcp-tester is not built yet: run "npm run build" in the root of the repository.\n');
  process.exitCode = 2;
}

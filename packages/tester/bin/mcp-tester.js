#!/usr/bin/env node
// Committed, so that `npm ci` can link it before anything is built. On a clone that was not built yet it builds first.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cli = new URL('../dist/cli.js', import.meta.url);

if (existsSync(fileURLToPath(cli)) || build()) {
  await import(cli.href);
} else {
  process.stderr.write(
    'mcp-tester could not be built: see above, or run "npm ci && npm run build" in the repository.\n',
  );
  process.exitCode = 2;
}

function build() {
  process.stderr.write('mcp-tester is built now, once; this takes some seconds.\n');
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  // Its output goes to stderr: stdout is for what the command prints.
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  return status === 0;
}

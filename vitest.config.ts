import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Tests run on the sources; the built packages are tested where they are packed and installed.
    alias: [
      { find: '@mcpfusion/core/node', replacement: source('packages/core/src/node.ts') },
      { find: '@mcpfusion/core/stdio', replacement: source('packages/core/src/stdio.ts') },
      { find: '@mcpfusion/core', replacement: source('packages/core/src/index.ts') },
      { find: '@mcpfusion/protocol', replacement: source('packages/protocol/src/index.ts') },
      { find: '@mcpfusion/client', replacement: source('packages/client/src/index.ts') },
      { find: '@mcpfusion/testing', replacement: source('packages/testing/src/index.ts') },
    ],
  },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'examples/*/src/**/*.test.ts',
      'conformance/src/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    reporters: ['default', './scripts/last-line-reporter.mjs'],
  },
});

import { readFileSync } from 'node:fs';
import type { Implementation } from '@mcpfusion/protocol';

/** Of this package, as in its `package.json`. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}

/** How the tester introduces itself to servers. */
export function clientInfo(): Implementation {
  return { name: 'mcp-tester', version: version() };
}

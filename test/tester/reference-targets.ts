import { fileURLToPath } from 'node:url';
import { createReferenceServer, type ReferenceServerOptions } from '../../examples/reference-server/src/server.js';
import { serveHttp } from '@mcpfusion/core/node';
import type { Era } from '@mcpfusion/protocol';
import type { Target } from '../../packages/tester/src/connection/target.js';

export interface ReferenceWire {
  readonly era: Era;
  readonly transport: 'stdio' | 'http';
}

export const referenceWires: readonly ReferenceWire[] = [
  { era: '2025-11-25', transport: 'stdio' },
  { era: '2025-11-25', transport: 'http' },
  { era: '2026-07-28', transport: 'stdio' },
  { era: '2026-07-28', transport: 'http' },
];

const common = { label: 'the reference server', timeoutMs: 60_000 };
const main = fileURLToPath(new URL('../../examples/reference-server/dist/main.js', import.meta.url));

/** The reference server over HTTP, in this process, and over stdio, which needs what is built. */
export interface ReferenceServers {
  target(wire: ReferenceWire): Target;
  close(): Promise<void>;
}

type Options = Required<Pick<ReferenceServerOptions, 'invalidArguments'>>;

export async function startReferenceServers(
  { invalidArguments }: Options = { invalidArguments: 'tool-error' },
): Promise<ReferenceServers> {
  const server = createReferenceServer({ log: false, invalidArguments });
  const { url } = await serveHttp(server, { port: 0 });
  return {
    target: ({ era, transport }) =>
      transport === 'http'
        ? { ...common, kind: 'http', era, url, headers: {} }
        : {
            ...common,
            kind: 'stdio',
            era,
            command: `"${process.execPath}" "${main}" --stdio --invalid-arguments=${invalidArguments}`,
          },
    close: () => server.close({ drainMs: 0 }),
  };
}

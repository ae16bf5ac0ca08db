import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createReferenceServer, type ReferenceServerOptions } from '../../examples/reference-server/src/server.js';
import { serveHttp } from '@mcpfusion/core/node';
import type { Era } from '@mcpfusion/protocol';
import type { Target } from '../../packages/tester/src/connection/target.js';
import { parseScript } from '../../packages/tester/src/script/parse.js';
import { commandWords } from './command-words.js';

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

/** One of each transport and of each revision. */
const fewWires = referenceWires.filter(({ era, transport }) => (era === '2025-11-25') === (transport === 'stdio'));

/** What asks for, or looks at, what differs between transports and revisions. */
const wireWord =
  /^(timeout|cancel_|wait_|assert_(cancelled|silent|progress|log|no_log|error_code|tool_error|elicited|sampled|rounds)$|elicit_|sample_|add_root|logging|era|ping|list_tools|parallel)/;

/** Lexing, arguments, comparisons and the like are the same everywhere: such a script runs on two of the four. */
export function wiresOf(path: string): readonly ReferenceWire[] {
  const words = commandWords(parseScript(readFileSync(path, 'utf8'), path).body);
  return words.some((word) => wireWord.test(word)) ? referenceWires : fewWires;
}

/** A second of the countdowns, for tests: scripts that wait for less than two of theirs still hold. */
export const tickMs = 200;

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
  const server = createReferenceServer({ log: false, invalidArguments, tickMs });
  const { url } = await serveHttp(server, { port: 0 });
  return {
    target: ({ era, transport }) =>
      transport === 'http'
        ? { ...common, kind: 'http', era, url, headers: {} }
        : {
            ...common,
            kind: 'stdio',
            era,
            command: `"${process.execPath}" "${main}" --stdio --tick-ms=${tickMs} --invalid-arguments=${invalidArguments}`,
          },
    close: () => server.close({ drainMs: 0 }),
  };
}

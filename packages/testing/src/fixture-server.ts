import { createServer, initMCPFusion, type Server, type ServerOptions } from '@mcpfusion/core';
import type { StdioOptions } from '@mcpfusion/core/stdio';
import { askingTools } from './fixture/asking-tools.js';
import { Gates } from './fixture/gates.js';
import { generatorTools } from './fixture/generator-tools.js';
import { hostileTools } from './fixture/hostile-tools.js';
import { pollutedNames, Probe, warnings, type ProbeState } from './fixture/probe.js';
import { signalTools } from './fixture/signal-tools.js';
import { speakingTools } from './fixture/speaking-tools.js';
import { answeringTools, holdingTools, reportingTools, type FixtureTool } from './fixture/tools.js';

export interface FixtureServer {
  readonly server: Server;
  /** For tests in the same process; others call the tools `release` and `probe.state`. */
  readonly gates: Gates;
  readonly probe: Probe;
}

/** What goes to another process as JSON. */
export interface FixtureOptions {
  readonly server?: Partial<
    Pick<ServerOptions<object>, 'graceMs' | 'concurrency' | 'pageSize' | 'progress' | 'logging'>
  >;
  readonly stdio?: StdioOptions;
}

/** A server with a tool for each thing that tests want to see happen. */
export function createFixtureServer(options: Partial<ServerOptions<object>> = {}): FixtureServer {
  const gates = new Gates();
  const probe = new Probe();
  const f = initMCPFusion();
  const state: FixtureTool = f
    .query('probe.state')
    .describe('What happened in this process.')
    .handle((): ProbeState => {
      const { events, spins } = probe;
      const { heapUsed: heapUsedBytes } = process.memoryUsage();
      return { events, spins, counts: server.counts(), heapUsedBytes, warnings, polluted: pollutedNames() };
    });
  const visited: FixtureTool = f
    .action('visit.over')
    .withString('id', 'Of the visit')
    .describe('What a page would do when its visitor is through.')
    .handle(({ id }) => server.completeInput(id).then(String));
  const stage = { gates, probe };
  const tools = [
    ...answeringTools(),
    ...reportingTools(stage),
    ...speakingTools(),
    ...holdingTools(stage),
    ...signalTools(stage),
    ...askingTools(stage),
    ...generatorTools(stage),
    ...hostileTools(stage),
    state,
    visited,
  ];
  const server: Server = createServer({ name: 'fixture', version: '1.0.0', log: false, tools, ...options });
  return { server, gates, probe };
}

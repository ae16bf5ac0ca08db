import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type ServerOptions } from '@mcpfusion/core';
import { discoverTools } from '@mcpfusion/core/node';
import type { AppContext } from './app-context.js';
import { employmentPath } from './work/load-rows.js';

export interface ReportServerOptions extends Pick<ServerOptions<AppContext>, 'log' | 'onCallEvent'> {
  /** Default: `mcpfusion-reports` in the system's folder for temporary files. */
  readonly indexFolder?: string;
  /** Must exist. Default: the system's folder for temporary files. */
  readonly scratchFolder?: string;
}

/** The report server, for any transport. Each file in `tools` is one tool. */
export async function createReportServer(options: ReportServerOptions = {}): Promise<Server> {
  const { indexFolder = join(tmpdir(), 'mcpfusion-reports'), scratchFolder = tmpdir(), ...rest } = options;
  return createServer<AppContext>({
    name: 'reports',
    version: '0.1.0',
    title: 'US employment reports',
    instructions: 'Reports on jobs in the United States by sector, 2006 to 2015. Numbers are thousands of jobs.',
    tools: await discoverTools<AppContext>(new URL('./tools', import.meta.url)),
    contextFactory: (extra) => ({ signal: extra.signal, dataPath: employmentPath, indexFolder, scratchFolder }),
    concurrency: { max: 4, queue: 100 },
    ...rest,
  });
}

import { createServer, type Server, type ServerOptions } from '@mcpfusion/core';
import { describeIssues } from './describe-issues.js';
import { add } from './tools/add.js';
import { askName } from './tools/ask-name.js';
import { confirmDelete } from './tools/confirm-delete.js';
import { connectAccount } from './tools/connect-account.js';
import { echo } from './tools/echo.js';
import { errorTrigger } from './tools/error-trigger.js';
import { joinStrings } from './tools/join-strings.js';
import { largeText } from './tools/large-text.js';
import { listRoots } from './tools/list-roots.js';
import { logLevels } from './tools/log-levels.js';
import { progressGenerator } from './tools/progress-generator.js';
import { progressTest } from './tools/progress-test.js';
import { routeQuery } from './tools/route-query.js';
import { slowCleanup } from './tools/slow-cleanup.js';
import { summarize } from './tools/summarize.js';
import { types } from './tools/types.js';
import { wait } from './tools/wait.js';

export interface ReferenceServerOptions extends Pick<
  ServerOptions<object>,
  'invalidArguments' | 'log' | 'onCallEvent'
> {
  /** How long a second of the countdowns takes. 1,000 by default. */
  readonly tickMs?: number;
}

/** The server that test scripts are written for: a small tool for each thing that a client can see. */
export function createReferenceServer({ tickMs = 1_000, ...options }: ReferenceServerOptions = {}): Server {
  return createServer({
    name: 'reference-server',
    version: '0.1.0',
    instructions: 'Tools for testing clients: each shows one thing that a server can do.',
    tools: [
      echo,
      add,
      progressTest(tickMs),
      progressGenerator(tickMs),
      errorTrigger,
      joinStrings,
      routeQuery,
      types,
      wait,
      logLevels,
      largeText,
      ...slowCleanup(),
      confirmDelete,
      connectAccount,
      summarize,
      listRoots,
      askName,
    ],
    // More than one page, so that clients which stop at the first are found out.
    pageSize: 5,
    cache: { ttlMs: 60_000, cacheScope: 'public' },
    validator: describeIssues,
    ...options,
  });
}

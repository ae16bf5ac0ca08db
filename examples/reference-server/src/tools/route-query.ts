import { f } from '../fusion.js';

/** 2026-07-28 over HTTP: clients repeat the region in `Mcp-Param-Region`, and a request that does not is refused. */
export const routeQuery = f
  .query('route_query')
  .describe('Run a query in a region')
  .withString('region', 'Where to run it', { header: 'Region' })
  .withString('query', 'What to run')
  .handle(({ region, query }) => `Ran ${query} in ${region}`);

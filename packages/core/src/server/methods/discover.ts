import { codecs, statelessVersions } from '@mcpfusion/protocol';
import type { Method } from './method.js';

/** Source: 2026-07-28, Discovery. */
export const discover: Method = ({ server, exchange }) => ({
  supportedVersions: statelessVersions,
  capabilities: server.capabilities,
  ...(server.instructions === undefined ? {} : { instructions: server.instructions }),
  ...codecs[exchange.era].cacheHints(server.cache),
});

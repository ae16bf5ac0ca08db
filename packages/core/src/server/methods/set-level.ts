import { isLogLevel, logLevels } from '@mcpfusion/protocol';
import { invalidParams } from '../rpc-failure.js';
import type { Method } from './method.js';

/** Holds for this session alone. Source: 2025-11-25, Logging, Setting Log Level. */
export const setLevel: Method = ({ params, arrival }) => {
  const { level } = params;
  if (!isLogLevel(level))
    throw invalidParams(`expected level to be one of ${logLevels.join(', ')}, got ${JSON.stringify(level)}`);
  // Without a session each POST stands alone, and so does its level.
  if (arrival.peer.session) arrival.peer.session.logLevel = level;
  return {};
};

import { errorCodes, isImplementation, isObject, negotiate, rpcError } from '@mcpfusion/protocol';
import { createSession } from '../peer.js';
import { invalidParams, RpcFailure } from '../rpc-failure.js';
import type { Method } from './method.js';

/** Source: 2025-11-25, Lifecycle, Initialization. */
export const initialize: Method = ({ server, params, arrival }) => {
  const { peer } = arrival;
  if (peer.session)
    throw new RpcFailure(rpcError(errorCodes.invalidRequest, 'Invalid request: this session is initialized already.'));
  const { protocolVersion: requested, clientInfo, capabilities } = params;
  if (typeof requested !== 'string') throw invalidParams('expected protocolVersion to be a string');
  if (capabilities !== undefined && !isObject(capabilities))
    throw invalidParams('expected capabilities to be an object');
  if (clientInfo !== undefined && !isImplementation(clientInfo))
    throw invalidParams('expected clientInfo to be an object with name and version');
  const protocolVersion = negotiate(requested);
  peer.session = createSession(protocolVersion, clientInfo, capabilities);
  return {
    protocolVersion,
    capabilities: server.capabilities,
    serverInfo: server.info,
    ...(server.instructions === undefined ? {} : { instructions: server.instructions }),
  };
};

export const ping: Method = () => ({});

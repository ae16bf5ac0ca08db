import {
  isObject,
  metaKeys,
  type Capabilities,
  type Implementation,
  type Params,
  type ProgressToken,
} from '@mcpfusion/protocol';
import type { CallOptions } from './call-options.js';
import type { Session } from './session.js';

export interface Identity {
  readonly clientInfo: Implementation;
  readonly capabilities: Capabilities;
}

/**
 * The params of a request with the `_meta` its era wants: in 2026 each request
 * says which version, which client and what it can do.
 *
 * Source: 2026-07-28, basic, `_meta`, Per-request protocol fields.
 */
export function requestParams(
  params: Params,
  session: Session,
  identity: Identity,
  options: Pick<CallOptions, 'logLevel' | 'meta'> & { readonly progressToken: ProgressToken | undefined },
): Params {
  const given = isObject(params['_meta']) ? params['_meta'] : {};
  const own =
    session.era === '2026-07-28'
      ? {
          [metaKeys.protocolVersion]: session.protocolVersion,
          [metaKeys.clientInfo]: identity.clientInfo,
          [metaKeys.clientCapabilities]: identity.capabilities,
          ...(options.logLevel === undefined ? {} : { [metaKeys.logLevel]: options.logLevel }),
        }
      : {};
  const token = options.progressToken === undefined ? {} : { [metaKeys.progressToken]: options.progressToken };
  const meta = { ...own, ...token, ...given, ...options.meta };
  return Object.keys(meta).length === 0 ? params : { ...params, _meta: meta };
}

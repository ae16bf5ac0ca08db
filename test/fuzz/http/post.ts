import { encodeHeaderValue, headerNames, type Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { frame, type Frame } from '../frames/messages.js';

/** One POST: a frame, and what is wrong with its headers. */
export interface Post {
  readonly frame: Frame;
  readonly damage: { readonly header: string; readonly value: string | undefined } | undefined;
}

const damage = fc.record({
  header: fc.constantFrom(...Object.values(headerNames), 'accept', 'content-type', 'mcp-param-region'),
  value: fc.constantFrom(
    undefined,
    '',
    'x',
    '2025-11-25',
    '2026-07-28',
    '1999-01-01',
    '=?base64?',
    '*/*',
    'application/json',
  ),
});

export const post = (era: Era): fc.Arbitrary<Post> =>
  fc.record({ frame: frame(era), damage: fc.option(damage, { nil: undefined, freq: 6 }) });

/** As an honest client would send them, but for the damage. */
export function headersOf(era: Era, { frame: { method, name }, damage: spoilt }: Post, sessionId: string | undefined) {
  const honest: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    [headerNames.protocolVersion]: era,
    ...(sessionId === undefined ? {} : { [headerNames.sessionId]: sessionId }),
    ...(era === '2025-11-25'
      ? {}
      : {
          [headerNames.method]: encodeHeaderValue(method),
          ...(name === undefined ? {} : { [headerNames.name]: encodeHeaderValue(name) }),
          'mcp-param-region': 'eu',
        }),
  };
  if (!spoilt) return honest;
  const { [spoilt.header]: _honest, ...rest } = honest;
  return spoilt.value === undefined ? rest : { ...rest, [spoilt.header]: spoilt.value };
}

import { metaKeys, type Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import { damage, hostileNames, requestId, spoil, toText } from './hostile.js';

/** One message, or what looks like one. */
export interface Frame {
  readonly bytes: Uint8Array;
  /** What it was before it was spoiled: an honest client says the same in its headers. */
  readonly method: string;
  readonly name: string | undefined;
  readonly [fc.toStringMethod]: () => string;
}

const token = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.nat(1_000_000) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(0, '', '0', -1, 1.5, null, true, '__proto__', '\ud800') },
);

const toolCall = fc.oneof(
  fc.record({
    name: fc.constantFrom('echo', 'later'),
    arguments: fc.record({ text: fc.constantFrom('a', '\u2028', '\ud83d\ude00', '\ud800') }),
  }),
  fc.record({ name: fc.constant('count'), arguments: fc.record({ to: fc.nat(9) }) }),
  fc.record({ name: fc.constantFrom('changes', 'nests', 'fails', 'constructor'), arguments: fc.constant({}) }),
  fc.record({ name: fc.constant('mirrored'), arguments: fc.constant({ region: 'eu' }) }),
  fc.record({ name: fc.constantFrom('missing', ...hostileNames), arguments: fc.constantFrom({}, undefined) }),
);

/** Name and params of a request, but for `_meta`. */
const request: fc.Arbitrary<{ method: string; params: Record<string, unknown> }> = fc.oneof(
  { weight: 8, arbitrary: toolCall.map((params) => ({ method: 'tools/call', params })) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      { method: 'tools/list', params: {} },
      { method: 'tools/list', params: { cursor: 'dG9vbHM6MQ==' } },
      { method: 'ping', params: {} },
      { method: 'server/discover', params: {} },
      { method: 'logging/setLevel', params: { level: 'debug' } },
      {
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
      },
      { method: 'resources/list', params: {} },
      ...hostileNames.map((method) => ({ method, params: {} })),
    ),
  },
);

const metaOf = (era: Era, progressToken: unknown, level: string | undefined): Record<string, unknown> => ({
  ...(progressToken === undefined ? {} : { progressToken }),
  ...(era === '2025-11-25'
    ? {}
    : {
        [metaKeys.protocolVersion]: era,
        [metaKeys.clientCapabilities]: {},
        ...(level === undefined ? {} : { [metaKeys.logLevel]: level }),
      }),
});

/** As an honest client sends them, to a server that may not know them. */
function honest(
  era: Era,
): fc.Arbitrary<{ message: Record<string, unknown>; method: string; name: string | undefined }> {
  const nameOf = ({ name }: Record<string, unknown>) => (typeof name === 'string' ? name : undefined);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(requestId, request, token, fc.constantFrom(undefined, 'debug', 'emergency'))
        .map(([id, { method, params }, progressToken, level]) => ({
          message: { jsonrpc: '2.0', id, method, params: { ...params, _meta: metaOf(era, progressToken, level) } },
          method,
          name: nameOf(params),
        })),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(requestId, fc.constantFrom('notifications/cancelled', 'notifications/initialized', 'notifications/x'))
        .map(([id, method]) => ({
          message: { jsonrpc: '2.0', method, params: { requestId: id, reason: 'enough' } },
          method,
          name: undefined,
        })),
    },
    {
      weight: 1,
      arbitrary: requestId.map((id) => ({
        message: { jsonrpc: '2.0', id, result: {} },
        method: 'response',
        name: undefined,
      })),
    },
  );
}

const encoder = new TextEncoder();

/** What may happen to a text between two honest programs that are not. */
const noise: fc.Arbitrary<(text: string) => Uint8Array> = fc.oneof(
  { weight: 20, arbitrary: fc.constant((text: string) => encoder.encode(text)) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(
        (text: string) => `\ufeff${text}`,
        (text: string) => `${text}\r`,
        (text: string) => ` \t${text} `,
        (text: string) => `${text}${text}`,
        (text: string) => `[${text}]`,
        (text: string) => `[${text},${text}]`,
        (text: string) => text.replace('{', '{"id":3,'),
        (text: string) => text.replace(/\}$/, ',"id":3}'),
        (text: string) => text.replace('{', '{"method":"ping","params":5,'),
        (text: string) => text.replace(/\}$/, ',"method":"ping"}'),
        (text: string) => text.replace(':', ':\u2028'),
        (text: string) => text.replace(',', ',\0'),
        (text: string) => text.replace('"2.0"', '"\u2028\u2029"'),
      )
      .map((change) => (text: string) => encoder.encode(change(text))),
  },
  // Cut off, or with a byte that UTF-8 does not know.
  { weight: 1, arbitrary: fc.nat(400).map((at) => (text: string) => encoder.encode(text).subarray(0, at)) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(400), fc.constantFrom(0xff, 0xc0, 0x80, 0xed, 0x00, 0x0a))
      .map(([at, byte]) => (text: string) => {
        const bytes = encoder.encode(text);
        if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return bytes;
      }),
  },
);

type Parts = Omit<Frame, typeof fc.toStringMethod>;

// So that a counterexample can be read.
const toFrame = (parts: Parts): Frame => ({
  ...parts,
  [fc.toStringMethod]: () => `${parts.method} ${JSON.stringify(Buffer.from(parts.bytes).toString())}`,
});

export function frame(era: Era): fc.Arbitrary<Frame> {
  const others = { method: 'ping', name: undefined };
  const parts: fc.Arbitrary<Parts> = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(honest(era), noise)
        .map(([{ message, ...said }, change]) => ({ bytes: change(toText(message)), ...said })),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(honest(era), fc.array(damage, { minLength: 1, maxLength: 3 }), noise)
        .map(([{ message, ...said }, damages, change]) => ({
          bytes: change(toText(spoil(message, damages))),
          ...said,
        })),
    },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }).map((text) => ({ bytes: encoder.encode(text), ...others })) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => ({ bytes, ...others })) },
  );
  return parts.map(toFrame);
}

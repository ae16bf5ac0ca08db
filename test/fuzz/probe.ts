import { metaKeys, type Era } from '@mcpfusion/protocol';
import fc from 'fast-check';
import type { Post } from './http/post.js';

/** A request that every server must answer. */
export const probeText = (era: Era, id = 'probe'): string => {
  const _meta = era === '2025-11-25' ? {} : { [metaKeys.protocolVersion]: era, [metaKeys.clientCapabilities]: {} };
  return JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta } });
};

/** Opens a session; nothing in the era without them. */
export const openingText = (era: Era): string | undefined => {
  if (era === '2026-07-28') return undefined;
  const params = { protocolVersion: era, capabilities: {}, clientInfo: { name: 'fuzz', version: '1' } };
  return JSON.stringify({ jsonrpc: '2.0', id: 'opening', method: 'initialize', params });
};

const postOf = (text: string, method: string): Post => ({
  frame: { bytes: new TextEncoder().encode(text), method, name: undefined, [fc.toStringMethod]: () => text },
  damage: undefined,
});

export const probePost = (era: Era): Post => postOf(probeText(era), 'tools/list');

export function openingPost(era: Era): Post | undefined {
  const text = openingText(era);
  return text === undefined ? undefined : postOf(text, 'initialize');
}

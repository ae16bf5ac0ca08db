import { codecs } from '@mcpfusion/protocol';
import { invalidParams } from '../rpc-failure.js';
import type { Method } from './method.js';

/** In the order of registration, in pages when the server says so. Source: 2026-07-28, Tools, Listing Tools; Pagination. */
export const toolsList: Method = ({ server, exchange, params }) => {
  const { era, envelope } = exchange;
  const start = readCursor(params['cursor'], server.registry.size);
  const end = start + (server.pageSize ?? server.registry.size);
  const tools = server.registry.listings
    .slice(start, end)
    .map((tool) => codecs[era].listTool(tool, envelope.protocolVersion));
  return {
    tools,
    ...(end < server.registry.size ? { nextCursor: writeCursor(end) } : {}),
    ...codecs[era].cacheHints(server.cache),
  };
};

function writeCursor(start: number): string {
  return btoa(`tools:${start}`);
}

function readCursor(cursor: unknown, size: number): number {
  if (cursor === undefined) return 0;
  const start = typeof cursor === 'string' ? decodeCursor(cursor) : undefined;
  if (start === undefined || start >= size) throw invalidParams('expected cursor to be one that tools/list has given');
  return start;
}

function decodeCursor(cursor: string): number | undefined {
  try {
    const start = /^tools:([1-9]\d{0,8})$/.exec(atob(cursor))?.[1];
    return start === undefined ? undefined : Number(start);
  } catch {
    return undefined;
  }
}

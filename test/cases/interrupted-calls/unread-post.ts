import { request, type IncomingMessage } from 'node:http';
import { metaKeys } from '@mcpfusion/protocol';
import type { RunningServer } from './running-server.js';

/** Calls the tool that talks, and reads nothing of its stream before the handler has ended. */
export async function unreadPost({ url, era, client, said }: RunningServer): Promise<string> {
  const isStateless = era === '2026-07-28';
  const _meta = {
    [metaKeys.protocolVersion]: era,
    [metaKeys.clientCapabilities]: {},
    [metaKeys.logLevel]: 'debug',
  };
  const headers = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': era,
    ...(isStateless
      ? { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'talks' }
      : { 'Mcp-Session-Id': client.sessionId ?? '' }),
  };
  const params = { name: 'talks', ...(isStateless ? { _meta } : {}) };
  const post = request(url, { method: 'POST', headers, agent: false });
  post.on('error', () => {});
  const came = new Promise<IncomingMessage>((resolve) => post.once('response', resolve));
  post.end(JSON.stringify({ jsonrpc: '2.0', id: 'unread', method: 'tools/call', params }));
  const response = await came;
  await said('observed: ended');
  return (await readToEnd(response)).includes('"result"') ? 'an answer' : 'nothing';
}

function readToEnd(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
    response.on('error', () => {});
    response.once('close', () => resolve(text));
  });
}

import type { CallResult, ContentBlock } from '@mcpfusion/client';

/** A tool's answer for a person: text as it is, everything else named; then the structured content as JSON. */
export function showResult({ content, structuredContent }: CallResult): string {
  const parts = content.map(showBlock);
  if (structuredContent !== undefined) parts.push(`structured content:\n${JSON.stringify(structuredContent, null, 2)}`);
  return parts.length === 0 ? '(no content)' : parts.join('\n');
}

function showBlock(block: ContentBlock): string {
  // What a server sends is not always what its type promises.
  if (typeof block !== 'object' || block === null) return JSON.stringify(block);
  const { type, text, data, mimeType, uri } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if ((type === 'image' || type === 'audio') && typeof data === 'string') {
    return `[${type}, ${String(mimeType)}, ${Buffer.byteLength(data, 'base64')} bytes]`;
  }
  if (type === 'resource_link') return `[resource link ${String(uri)}]`;
  return JSON.stringify(block, null, 2);
}

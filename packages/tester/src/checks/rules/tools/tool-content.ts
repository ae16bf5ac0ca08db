import { isObject } from '@mcpfusion/protocol';
import type { PassiveCheck } from '../../passive-check.js';
import { onToolResult } from '../../seen/on-tool-result.js';
import { kindOf, name } from '../../seen/show.js';
import { spec2025, spec2026 } from '../../seen/spec-url.js';

/** What each type of content must have, as text. */
const members: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

export const toolContent: PassiveCheck = {
  rule: {
    id: 'TLS-S3',
    severity: 'must',
    title: 'The result of a tool has content: an array of blocks of the five types',
    specUrl: spec2026('server/tools#tool-result'),
    specUrl2025: spec2025('server/tools#tool-result'),
  },
  create: (report) =>
    onToolResult(({ frame, result: { content }, request }) => {
      const wrong = Array.isArray(content)
        ? content.map(wrongBlock).find((found) => found !== undefined)
        : `content to be an array, got ${kindOf(content)}`;
      if (wrong === undefined) return;
      report({ text: `Expected ${wrong} (${name(request)}).`, frames: [request.frame, frame], about: request });
    }),
};

function wrongBlock(block: unknown, index: number): string | undefined {
  if (!isObject(block)) return `content[${index}] to be an object, got ${kindOf(block)}`;
  const { type } = block;
  if (type === 'resource') {
    const { resource } = block;
    const isEmbedded = isObject(resource) && typeof resource['uri'] === 'string';
    return isEmbedded ? undefined : `content[${index}].resource to have a uri, got ${kindOf(resource)}`;
  }
  const wanted = typeof type === 'string' && Object.hasOwn(members, type) ? members[type] : undefined;
  if (!wanted) return `content[${index}].type to be text, image, audio, resource_link or resource, got ${kindOf(type)}`;
  const missing = wanted.find((member) => typeof block[member] !== 'string');
  return missing === undefined
    ? undefined
    : `content[${index}].${missing} to be a string, got ${kindOf(block[missing])}`;
}

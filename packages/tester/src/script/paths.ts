import { isObject } from '@mcpfusion/protocol';
import { sortedJson } from './values/sorted-json.js';

/**
 * The value at a path of a result: `content.0.text`, `$.sum`, `rawResponse`. Undefined where nothing is, null where
 * nothing but null is.
 *
 * `$.a` looks into `structuredContent` first, `structuredContent.a` at the top last. Empty and `$` segments are
 * skipped, so a key with a dot cannot be named.
 */
export function readPath(result: unknown, path: string): unknown {
  if (path === 'rawResponse') return sortedJson(result);
  const values = candidates(path).map((segments) => follow(result, segments));
  return values.find((value) => value !== undefined && value !== null) ?? values.find((value) => value === null);
}

function candidates(path: string): readonly (readonly string[])[] {
  const segments = path.split('.').filter((segment) => segment !== '' && segment !== '$');
  if (path.startsWith('$.')) return [['structuredContent', ...segments], segments];
  if (segments[0] === 'structuredContent' && segments.length > 1) return [segments, segments.slice(1)];
  return [segments];
}

function follow(from: unknown, segments: readonly string[]): unknown {
  let value = from;
  for (const segment of segments) {
    if (Array.isArray(value)) value = /^\d+$/.test(segment) ? (value as unknown[])[Number(segment)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

import { isContentBlock, text, type ContentBlock } from '../handler/content.js';

/**
 * A handler's value as content: blocks stay, an array that holds blocks is taken
 * item by item, a string is text, anything else is JSON in a text block.
 * Nothing returned is no content. Throws for what JSON cannot carry.
 */
export function toContent(value: unknown): readonly ContentBlock[] {
  if (value === undefined) return [];
  if (isContentBlock(value)) return [value];
  if (Array.isArray(value) && value.some(isContentBlock)) return value.flatMap(toContent);
  return [text(typeof value === 'string' ? value : toJson(value))];
}

function toJson(value: unknown): string {
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError(`Expected the handler to return what JSON can carry, got a ${typeof value}.`);
  return json;
}

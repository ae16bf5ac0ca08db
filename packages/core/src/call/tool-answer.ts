import { FusionError } from '../errors.js';
import { isContentBlock, text, type ContentBlock } from '../handler/content.js';
import type { CompiledTool, Parsed } from '../tool/compile-tool.js';
import type { ToolAnswer } from './outcome.js';

/** What a handler returned, checked against the output schema if there is one. Throws `OUTPUT_INVALID`. */
export function toAnswer(tool: CompiledTool, value: unknown): ToolAnswer | Promise<ToolAnswer> {
  if (!tool.checkOutput) return { content: toContent(value), value };
  const checked = tool.checkOutput(value);
  return checked instanceof Promise
    ? checked.then((parsed) => toCheckedAnswer(tool, parsed))
    : toCheckedAnswer(tool, checked);
}

function toCheckedAnswer({ wireName }: CompiledTool, parsed: Parsed): ToolAnswer {
  if (parsed.ok) return { content: toContent(parsed.value), value: parsed.value };
  const details = parsed.issues.map(({ path, message }) => `${path || 'the answer'}: ${message}`).join('; ');
  throw new FusionError('OUTPUT_INVALID', `${wireName} returned what its output schema does not allow. ${details}`);
}

/**
 * A handler's value as content: blocks stay, an array that holds blocks is taken
 * item by item, a string is text, anything else is JSON in a text block.
 * Nothing returned is no content. Throws for what JSON cannot carry.
 */
function toContent(value: unknown): readonly ContentBlock[] {
  if (value === undefined) return [];
  if (isContentBlock(value)) return [value];
  if (Array.isArray(value) && value.some(isContentBlock)) return value.flatMap(toContent);
  return [text(typeof value === 'string' ? value : toJson(value))];
}

function toJson(value: unknown): string {
  const lost = whatJsonLoses(value);
  if (lost !== undefined) throw new TypeError(`Expected the handler to return what JSON can carry, got ${lost}.`);
  const json = JSON.stringify(value) as string | undefined;
  if (json === undefined)
    throw new TypeError(`Expected the handler to return what JSON can carry, got a ${typeof value}.`);
  return json;
}

/** Values that JSON would turn into `{}`, or into a list of numbers, without a word. */
function whatJsonLoses(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (value instanceof Map || value instanceof Set) return 'a Map or Set: return [...it]';
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return 'bytes: return image(), audio() or embedded()';
  if (Symbol.asyncIterator in value) return 'an async iterable: collect it, or write the handler as a generator';
  return undefined;
}

import { hasBrand } from '../brand.js';
import { setupError } from '../errors.js';
import { messageOf } from './safe-json.js';

/** One block of a tool's answer, as it goes on the wire. Recognised by a registered symbol, never by its shape. */
export interface ContentBlock {
  readonly type: 'text' | 'image' | 'audio' | 'resource_link' | 'resource';
  readonly [member: string]: unknown;
}

/** Who a block is for and how much it matters. Source: 2026-07-28, Resources, Annotations. */
export interface ContentAnnotations {
  readonly audience?: readonly ('user' | 'assistant')[];
  /** 0 (least) to 1 (most). */
  readonly priority?: number;
  /** ISO 8601. */
  readonly lastModified?: string;
}

export interface BlockOptions {
  readonly annotations?: ContentAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

const blockBrand: unique symbol = Symbol.for('dev.mcpfusion/content') as never;

export function isContentBlock(value: unknown): value is ContentBlock {
  return hasBrand(value, blockBrand);
}

export function text(value: string, options: BlockOptions = {}): ContentBlock {
  // Untyped callers may give a number; on the wire it must be a string.
  return block({ type: 'text', text: typeof value === 'string' ? value : messageOf(value), ...options });
}

/** `data`: the bytes, or Base64. `mimeType`: `image/png` and the like. */
export function image(data: Uint8Array | string, mimeType: string, options: BlockOptions = {}): ContentBlock {
  return block({ type: 'image', data: toBase64(data), mimeType, ...options });
}

export function audio(data: Uint8Array | string, mimeType: string, options: BlockOptions = {}): ContentBlock {
  return block({ type: 'audio', data: toBase64(data), mimeType, ...options });
}

export interface ResourceLink extends BlockOptions {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

/** Points at a resource that the client may read. */
export function resourceLink(link: ResourceLink): ContentBlock {
  return block({ type: 'resource_link', ...link });
}

/** Carries a resource: `text`, or `blob` as bytes or Base64. */
export type EmbeddedResource = { readonly uri: string; readonly mimeType?: string } & (
  | { readonly text: string }
  | { readonly blob: Uint8Array | string }
);

export function embedded(resource: EmbeddedResource, options: BlockOptions = {}): ContentBlock {
  const carried = 'blob' in resource ? { ...resource, blob: toBase64(resource.blob) } : resource;
  return block({ type: 'resource', resource: carried, ...options });
}

function block(members: ContentBlock): ContentBlock {
  // Not enumerable, so that it neither goes on the wire nor into a copy that may have been changed.
  return Object.freeze(Object.defineProperty(members, blockBrand, { value: true }));
}

function toBase64(data: Uint8Array | string): string {
  if (typeof data === 'string') return data;
  if (!(data instanceof Uint8Array)) throw setupError(`Expected bytes as a Uint8Array or Base64, got ${typeof data}.`);
  let binary = '';
  // In pieces: a call with a million arguments overflows the stack.
  for (let at = 0; at < data.length; at += 0x8000) binary += String.fromCharCode(...data.subarray(at, at + 0x8000));
  return btoa(binary);
}

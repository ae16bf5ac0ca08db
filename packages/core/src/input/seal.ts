import type { StateKeys } from './state-keys.js';

const ivBytes = 12;
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Text to Base64url of iv and ciphertext, bound to `bound`, which is not in it. */
export async function seal(keys: StateKeys, text: string, bound: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: encoder.encode(bound) },
    await keys.current(),
    encoder.encode(text),
  );
  const bytes = new Uint8Array(ivBytes + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), ivBytes);
  return toBase64Url(bytes);
}

/** The text, if one of the keys has sealed it for `bound`. */
export async function unseal(keys: StateKeys, sealed: string, bound: string): Promise<string | undefined> {
  const bytes = fromBase64Url(sealed);
  if (!bytes) return undefined;
  const params = { name: 'AES-GCM', iv: bytes.subarray(0, ivBytes), additionalData: encoder.encode(bound) };
  for (const key of keys.all()) {
    try {
      return decoder.decode(await crypto.subtle.decrypt(params, await key, bytes.subarray(ivBytes)));
    } catch {
      // Not this key's, or nobody's.
    }
  }
  return undefined;
}

export async function digest(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))));
}

/** As much of Node's `Buffer` as is used: there `atob` and `btoa` take tens to hundreds of times as long, on the event loop. */
interface BufferLike {
  from(text: string, encoding: 'base64url'): Uint8Array<ArrayBuffer>;
  from(bytes: ArrayBufferLike, offset: number, length: number): { toString(encoding: 'base64url'): string };
}

const { Buffer: buffer } = globalThis as { Buffer?: BufferLike };

function toBase64Url(bytes: Uint8Array): string {
  if (buffer) return buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
  let binary = '';
  // In pieces: a call with a million arguments overflows the stack.
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  // `atob` takes more than we write, and a changed state must not be the same state.
  if (!/^[\w-]+$/.test(text)) return undefined;
  try {
    const bytes =
      buffer?.from(text, 'base64url') ??
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
    return toBase64Url(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

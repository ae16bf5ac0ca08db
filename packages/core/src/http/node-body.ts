import type { IncomingMessage } from 'node:http';
import type { HttpBody } from './http-io.js';
import { inTurn } from './in-turn.js';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decode = (bytes: Uint8Array): HttpBody => ({ text: decoder.decode(bytes) });

/** `undefined` when it is longer than `maxBytes`. Rejects when the client goes away, and for what is no UTF-8. */
export async function readNodeBody(
  request: IncomingMessage & { body?: unknown },
  maxBytes: number,
): Promise<HttpBody | undefined> {
  const { body } = request;
  // A framework may have read it before us.
  if (typeof body === 'string') return { text: body };
  if (body instanceof Uint8Array) return decode(body);
  if (body !== undefined) return { value: body };
  if (request.readableEnded || request.destroyed) throw new Error('The body was read by somebody else.');
  // What is too long is read on and dropped: a connection closed under a client that sends would lose it the answer.
  if (Number(request.headers['content-length']) > maxBytes) return undefined;
  return new Promise((resolve, reject) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else resolve(undefined);
    });
    request.on('end', () => {
      const bytes = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
      // The request, and so this, lives as long as its answer.
      chunks = [];
      try {
        inTurn(resolve, decode(bytes));
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
    request.on('close', () => {
      // Only then: an error is dear to make, and each request closes.
      if (!request.readableEnded) reject(new Error('The client closed the connection.'));
    });
  });
}

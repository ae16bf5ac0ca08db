import type { IncomingMessage } from 'node:http';

const maxBytes = 2_048;

/** The fields of a form. Nothing: it is none of this page's, or too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

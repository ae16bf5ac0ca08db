import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import type { Answer } from './answer.js';
import { must } from '../violation.js';

/** The bytes of one HTTP request. */
export function requestBytes(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: readonly Uint8Array[],
  isLast: boolean,
): Uint8Array {
  // In one piece with its length, or in several with theirs.
  const isChunked = body.length > 1;
  const size = body.reduce((sum, { length }) => sum + length, 0);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    isChunked ? 'transfer-encoding: chunked' : `content-length: ${size}`,
    ...(isLast ? ['connection: close'] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (!isChunked) return Buffer.concat([head, ...body]);
  const chunks = body
    .filter(({ length }) => length > 0)
    .flatMap((bytes) => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
  return Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]);
}

/** Answers in their order, with their headers in lower case. Throws for what is no HTTP, and for an answer that breaks off. */
export function parseResponses(bytes: Uint8Array): readonly (Answer & { readonly headers: Map<string, string> })[] {
  const text = Buffer.from(bytes).toString('latin1');
  const answers: (Answer & { headers: Map<string, string> })[] = [];
  let at = 0;
  while (at < text.length) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    must(headEnd >= 0, () => `a head that breaks off: ${text.slice(at)}`);
    const [first = '', ...lines] = text.slice(at, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    must(Number.isInteger(status), () => `no status line: ${first}`);
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const { body, end } = readBody(text, headEnd + 4, status, headers);
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'latin1'));
    answers.push({ status, headers, contentType: headers.get('content-type') ?? '', text: decoded });
    at = end;
  }
  return answers;
}

function readBody(text: string, start: number, status: number, headers: ReadonlyMap<string, string>) {
  if (status === 204) return { body: '', end: start };
  if (headers.get('transfer-encoding') !== 'chunked') {
    const length = Number(headers.get('content-length'));
    must(
      Number.isInteger(length) && start + length <= text.length,
      () => `a body that breaks off: ${text.slice(start)}`,
    );
    return { body: text.slice(start, start + length), end: start + length };
  }
  let [body, at] = ['', start];
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    must(lineEnd >= 0 && lineEnd + size + 4 <= text.length, () => `a chunk that breaks off: ${text.slice(at)}`);
    body += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + size + 4;
    if (size === 0) return { body, end: at };
  }
}

/** A connection, and all that comes back on it. */
export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly #received: Uint8Array[] = [];

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay();
    // Cut off is what some of them are to be.
    this.socket.on('error', () => {});
    this.socket.on('data', (bytes: Uint8Array) => void this.#received.push(bytes));
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
  }

  async opened(): Promise<void> {
    if (this.socket.connecting) await once(this.socket, 'connect');
  }

  get received(): Uint8Array {
    return Buffer.concat(this.#received);
  }
}

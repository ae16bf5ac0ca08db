import { currentWatch, type RunWatch } from '../handler/run-watch.js';

interface NodeChannels {
  subscribe(name: string, listener: (message: unknown) => void): void;
}

interface NodeLike {
  getBuiltinModule?(id: 'node:diagnostics_channel'): NodeChannels | undefined;
}

/** Of `fetch` and of `node:http`. */
const channels = ['undici:request:create', 'http.client.request.start'];

/** Methods that change nothing. Source: RFC 9110, Safe Methods. */
const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

let isWatching = false;

/** Once a process: notes HTTP requests that change something and are made by a watched run outside of its steps. */
export function watchWrites(): void {
  if (isWatching) return;
  isWatching = true;
  // Not imported: other hosts have no such module.
  const node = (globalThis as { process?: NodeLike }).process;
  const module = node?.getBuiltinModule?.('node:diagnostics_channel');
  for (const channel of channels) module?.subscribe(channel, noteRequest);
}

function noteRequest(message: unknown): void {
  const watch = currentWatch();
  if (!watch || watch.isInStep || watch.writes.length >= mostWrites) return;
  // Of whatever shape: what is thrown here would end the process.
  try {
    noteWrite(watch, message);
  } catch {}
}

function noteWrite(watch: RunWatch, message: unknown): void {
  const { method, origin, protocol, host, path } = (message as { request: Partial<Record<string, unknown>> }).request;
  if (typeof method !== 'string' || safe.has(method)) return;
  const where = typeof origin === 'string' ? origin : `${show(protocol)}//${show(host)}`;
  // The query may hold what no log should.
  watch.writes.push(`${method} ${where}${show(path).replace(/\?.*$/, '')}`);
}

const mostWrites = 5;

function show(part: unknown): string {
  return typeof part === 'string' ? part : '';
}

import { CallTimedOut, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { indent } from '../terminal/indent.js';
import { oneLine, visible } from '../terminal/visible.js';
import type { ServerOutput } from './server-output.js';
import type { Target } from './target.js';
import { tellsStderr } from './tells-stderr.js';

/** As much on stderr before a first answer is worth a word. */
const floodChars = 1_000_000;

/** Why no connection came to be, with what the server said meanwhile: each way to fail has words of its own. */
export function explainFailure(target: Target, error: unknown, output: ServerOutput): string {
  const lines = [`Could not connect to ${target.label}: ${visible(whatHappened(target, error))}`];
  const { noiseCount, firstNoise, stderrChars, stderrTail } = output;
  if (firstNoise !== undefined) {
    const count = noiseCount === 1 ? 'a line' : `${noiseCount} lines`;
    lines.push(
      `It wrote ${count} to stdout that ${noiseCount === 1 ? 'is' : 'are'} no JSON-RPC message, first: ${JSON.stringify(oneLine(firstNoise))}`,
      'On stdio stdout belongs to the protocol; what a server has to say goes to stderr.',
    );
  }
  if (stderrChars > floodChars) lines.push(`It flooded stderr: ${(stderrChars / 1e6).toFixed(1)} MB so far.`);
  if (stderrTail !== '' && !tellsStderr(error)) lines.push('Last lines of its stderr:', indent(visible(stderrTail)));
  return lines.join('\n');
}

function whatHappened(target: Target, error: unknown): string {
  if (error instanceof CallTimedOut) {
    return `it did not answer the handshake (${error.message.replace(/\.$/, '')}).${silenceHint(target)}`;
  }
  if (error instanceof HttpFailure) return `${error.message}${statusHint(error.status)}`;
  if (error instanceof RpcFailure) return `it refused the handshake with RPC error (${error.code}): ${error.message}`;
  if (error instanceof Error) return `${error.message}${notFoundHint(target, error.message)}`;
  return String(error);
}

function silenceHint(target: Target): string {
  const limit = ' --timeout sets how long is waited.';
  return target.era === 'auto' ? limit : `${limit} Does it speak ${target.era}? --era auto finds out.`;
}

function statusHint(status: number): string {
  if (status === 401) return ' The server wants credentials: --bearer TOKEN or --header "Authorization: …".';
  if (status === 403) return ' The server refused these credentials, or this Origin or Host.';
  if (status === 404) return ' Is the path of the URL right? Many servers answer at /mcp.';
  return '';
}

function notFoundHint(target: Target, message: string): string {
  if (target.kind === 'stdio' && /exit code 127\b/.test(message)) return '\nThe shell did not find the command.';
  if (/ECONNREFUSED/.test(message)) return ' Nothing listens there: is the server running, and the port right?';
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return ' The host name is not known.';
  return '';
}

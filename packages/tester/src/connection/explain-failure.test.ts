import { CallTimedOut, ConnectionLost, HttpFailure, RpcFailure } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { ConnectionFailure } from '../exit/tester-error.js';
import { explainFailure } from './explain-failure.js';
import { ServerOutput } from './server-output.js';
import type { EraChoice, Target } from './target.js';
import { tellsStderr } from './tells-stderr.js';

const target = (era: EraChoice = 'auto'): Target => ({
  kind: 'http',
  url: 'http://host/',
  headers: {},
  label: 'http://host/',
  era,
  timeoutMs: 1_000,
});
const status = (code: number): HttpFailure => new HttpFailure(`HTTP ${code}.`, { status: code, headers: {}, body: '' });
const silence = new CallTimedOut('initialize', 1_000, 'timeout');
const ended = new ConnectionLost('It ended. Last lines of its stderr:\n  boom', { stderrLines: ['boom'] });

function explain(error: unknown, era?: EraChoice, stderr = ''): string {
  const output = new ServerOutput();
  output.stderr(stderr);
  return explainFailure(target(era), error, output);
}

describe('why no connection came to be', () => {
  it.each<[string, unknown, string]>([
    ['401', status(401), 'HTTP 401. The server wants credentials: --bearer TOKEN or --header "Authorization: …".'],
    ['403', status(403), 'HTTP 403. The server refused these credentials, or this Origin or Host.'],
    ['404', status(404), 'HTTP 404. Is the path of the URL right? Many servers answer at /mcp.'],
    ['500', status(500), 'HTTP 500.'],
    [
      'a refusal',
      new RpcFailure({ code: -32602, message: 'no' }),
      'it refused the handshake with RPC error (-32602): no',
    ],
    ['no such host', new ConnectionLost('ENOTFOUND'), 'ENOTFOUND The host name is not known.'],
  ])('%s', (_name, error, text) => {
    expect(explain(error)).toBe(`Could not connect to http://host/: ${text}`);
  });

  it('silence names --era where one was chosen', () => {
    expect(explain(silence, '2025-11-25')).toContain('waited. Does it speak 2025-11-25? --era auto finds out.');
    expect(explain(silence, 'auto')).not.toContain('Does it speak');
  });

  it('tells the last words of the server once', () => {
    expect(explain(silence, 'auto', 'boom\n')).toMatch(/\nLast lines of its stderr:\n {2}boom$/);
    expect(explain(ended, 'auto', 'boom\n').match(/boom/g)).toHaveLength(1);
  });
});

describe('an error tells stderr', () => {
  it.each<[unknown, boolean]>([
    [ended, true],
    [new ConnectionFailure('lost', { cause: ended }), true],
    [new ConnectionLost('Last lines of its stderr: none'), false],
    [silence, false],
    [undefined, false],
  ])('%s: %s', (error, tells) => {
    expect(tellsStderr(error)).toBe(tells);
  });
});

describe('the output of a server', () => {
  it('is kept to its last ten lines, each cut in front', () => {
    const output = new ServerOutput();
    output.stderr(Array.from({ length: 12 }, (_none, index) => `line ${index}\n\n`).join(''));
    output.stderr(`${'x'.repeat(500)}!\n`);
    const lines = output.stderrTail.split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('line 3');
    expect(lines[9]).toBe(`…${'x'.repeat(399)}!`);
  });
});

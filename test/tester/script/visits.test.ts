import { connectInMemory } from '@mcpfusion/core';
import { memory } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import type { RawFrame } from '../../lib/raw-frames.js';
import { visitServer } from '../../lib/visit-tools.js';
import { runText, type ScriptServer } from './run-script-text.js';

/** A server whose visit `v1` is over when its user was asked for so often, in results or in requests. */
function endsAfter(asks: number): ScriptServer {
  const server = visitServer({ input: { visitHoldMs: 5 } });
  let asked = 0;
  const isAsk = ({ method, result }: RawFrame): boolean =>
    method === 'elicitation/create' || result?.inputRequests !== undefined;
  return {
    transport: () =>
      memory((onFrame) =>
        connectInMemory(server, (json) => {
          if (isAsk(JSON.parse(json) as RawFrame) && ++asked === asks) void server.completeInput('v1');
          onFrame(json);
        }),
      ),
    close: () => server.close({ drainMs: 0 }),
  };
}

describe.each([
  ['2025-11-25', 1],
  ['2026-07-28', 4],
] as const)('a visit that lasts longer than a retry is held, %s', (era, asks) => {
  it('takes one answer, is asked once, and is one round', async () => {
    const server = endsAfter(asks);
    const { errors, exitCode } = await runText(
      [
        'elicit_response accept',
        'call_tool connect visit:v1',
        'assert_contains "connected v1"',
        'assert_elicited "bank.test/v1" mode url count 1',
        'assert_rounds 1',
      ].join('\n'),
      server,
      { era },
    );
    expect(errors).toEqual([]);
    expect(exitCode).toBe(0);
    await server.close();
  });
});

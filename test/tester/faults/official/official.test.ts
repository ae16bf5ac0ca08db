import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, http, stdio, type Client } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import { judgeFrames, told } from '../right/judge-frames.js';
import { startHttp } from '../start-http.js';

const fileOf = (server: string): string => fileURLToPath(new URL(`./${server}.mjs`, import.meta.url));

const servers: readonly (readonly [server: string, era: Era])[] = [
  ['sdk-v1', '2025-11-25'],
  ['sdk-v2', '2025-11-25'],
  ['sdk-v2', '2026-07-28'],
];

/**
 * What the official servers really do. In the older revision version 2 answers each POST by itself when it is given a
 * function that creates servers: a level that was set is forgotten, and a cancel reaches no call.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  'sdk-v2, 2025-11-25, http': ['LOG25-02', 'STD-10 CAN-13 CAN25-04'],
};

const timeoutMs = 5_000;

describe('official servers', { concurrent: true }, () => {
  for (const [server, era] of servers) {
    for (const transport of ['stdio', 'http'] as const) {
      it(`${server}, ${era}, ${transport}`, async () => {
        const args = [fileOf(server), transport];
        const host = transport === 'http' ? await startHttp(args) : undefined;
        const client = await connect(host ? http({ url: host.url }) : stdio({ command: process.execPath, args }), {
          era,
          capabilities: { elicitation: {} },
          onRequest: { 'elicitation/create': () => ({ action: 'accept', content: { yes: true } }) },
        });
        try {
          await use(client);
          const found = judgeFrames(client);
          expect(
            found.map(({ rule }) => rule.id),
            told(found).join('\n'),
          ).toEqual(known[`${server}, ${era}, ${transport}`] ?? []);
        } finally {
          await client.close();
          host?.stop();
        }
      });
    }
  }
});

async function use(client: Client): Promise<void> {
  const isModern = client.era === '2026-07-28';
  const call = (name: string, args = {}, options = {}): Promise<unknown> =>
    client.request('tools/call', { name, arguments: args }, { timeoutMs, ...options }).catch(() => {});
  await client.listTools();
  if (!isModern && client.transport === 'http') client.openServerStream();
  await call('work', {}, isModern ? { logLevel: 'warning' } : {});
  if (!isModern) await client.setLogLevel('warning').catch(() => {});
  await sleep(1_100);
  await call('work');
  await Promise.all([call('ask'), call('structured'), call('fails'), call('no-such'), call('echo', { text: 7 })]);
  await client.request('no/such', {}, { timeoutMs }).catch(() => {});
  await client.request('ping', {}, { timeoutMs }).catch(() => {});
  const slow = client.start('tools/call', { name: 'slow', arguments: {} });
  await sleep(100);
  await slow.cancel('enough');
  await sleep(1_300);
  await call('echo', { text: 'x' });
}

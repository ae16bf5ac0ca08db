import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connect, http, stdio, type Client, type Frame, type Transport } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/protocol';
import type { Finding } from '../../../packages/tester/src/checks/finding.js';
import { openHttp, type Fault } from './fault.js';
import { strictChecks } from './strict-checks.js';

const main = fileURLToPath(new URL('./server/fault-server.mjs', import.meta.url));

/** Connects to a fresh server, uses all of it, and gives what the checks have found. */
export async function visit(
  transport: 'stdio' | 'http',
  era: Era,
  name: string | undefined,
  fault: Partial<Fault> = {},
): Promise<readonly Finding[]> {
  const { checks, findings } = strictChecks(transport);
  const args = [main, ...(name === undefined ? [] : [name])];
  const server = transport === 'http' ? await openHttp(name) : undefined;
  const way: Transport = server ? http({ url: server.url }) : stdio({ command: process.execPath, args });
  try {
    const client = await connect(way, {
      era,
      capabilities: { elicitation: {} },
      onRequest: { 'elicitation/create': () => ({ action: 'accept', content: {} }) },
      onFrame: (frame) => checks.frame(frame),
    });
    try {
      await use(client, fault);
    } finally {
      await client.close();
    }
  } finally {
    server?.stop();
  }
  return findings();
}

/** No call of it takes longer where the server is right. */
const timeoutMs = 3_000;

/** Long enough for all that follows an answer at once. */
const afterMs = 60;

async function use(client: Client, { cancels, waitsForLevel }: Partial<Fault>): Promise<void> {
  const isModern = client.era === '2026-07-28';
  await client.listTools().catch(() => {});
  if (isModern) {
    await listen(client);
  } else {
    await client.setLogLevel('info');
    if (client.transport === 'http') client.openServerStream();
    if (waitsForLevel && client.transport === 'http') await sleep(1_100);
  }
  const call = (name: string, options = {}): Promise<unknown> =>
    client.request('tools/call', { name }, { timeoutMs, ...options }).catch(() => {});
  await call('work', isModern ? { logLevel: 'info' } : {});
  // Before anything else runs, so that a late log message can belong to nothing.
  await sleep(afterMs);
  const slow = client.start('tools/call', { name: 'slow' });
  await client.waitForFrame(isIn('notifications/progress', slow.progressToken));
  await call('work');
  await Promise.all([call('ask'), call('structured')]);
  await client.request('ping', {}, { timeoutMs }).catch(() => {});
  await client.request('no/such', {}, { timeoutMs }).catch(() => {});
  await slow.cancel('enough');
  await sleep(cancels ? 1_600 : afterMs);
}

async function listen(client: Client): Promise<void> {
  const subscription = client.start('subscriptions/listen', { notifications: { toolsListChanged: true } });
  await client.waitForFrame(isIn('notifications/tools/list_changed', undefined));
  await sleep(afterMs);
  await subscription.cancel();
}

const isIn =
  (method: string, progressToken: unknown) =>
  ({ direction, message }: Frame): boolean =>
    direction === 'in' &&
    message?.kind === 'notification' &&
    message.method === method &&
    message.params['progressToken'] === progressToken;

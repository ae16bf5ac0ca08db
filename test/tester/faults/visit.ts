import { fileURLToPath } from 'node:url';
import { connect, http, stdio, type Client, type Frame, type RunningCall, type Transport } from '@mcpfusion/client';
import type { Era } from '@mcpfusion/protocol';
import type { Finding } from '../../../packages/tester/src/checks/finding.js';
import { openHttp, type Fault } from './fault.js';
import { strictChecks } from './strict-checks.js';

const main = fileURLToPath(new URL('./server/fault-server.mjs', import.meta.url));

/** No call of it takes longer where the server is right. */
const timeoutMs = 3_000;

/** Above the second for which the checks hold nothing against what may have been under way. */
const longMs = 1_100;

/** Time of the frames that are still to come, beside what really passes. */
class Clock {
  passedMs = 0;

  passLong(): void {
    this.passedMs += longMs;
  }
}

/** Connects to a fresh server, uses all of it, and gives what the checks have found. */
export async function visit(
  transport: 'stdio' | 'http',
  era: Era,
  name: string | undefined,
  fault: Partial<Fault> = {},
): Promise<readonly Finding[]> {
  const { checks, findings } = strictChecks(transport);
  const clock = new Clock();
  const args = [main, ...(name === undefined ? [] : [name])];
  const server = transport === 'http' ? await openHttp(name) : undefined;
  const way: Transport = server ? http({ url: server.url }) : stdio({ command: process.execPath, args });
  try {
    const client = await connect(way, {
      era,
      capabilities: {
        elicitation: fault.asksByUrl ? { form: {}, url: {} } : {},
        ...(fault.takesAll ? { sampling: {} } : {}),
      },
      onRequest: { 'elicitation/create': () => ({ action: 'accept', content: {} }) },
      onFrame: (frame) => checks.frame({ ...frame, atMs: frame.atMs + clock.passedMs }),
    });
    try {
      await use(client, clock, fault);
    } finally {
      await client.close();
    }
  } finally {
    server?.stop();
  }
  return findings();
}

async function use(client: Client, clock: Clock, { cancels }: Partial<Fault>): Promise<void> {
  const isModern = client.era === '2026-07-28';
  await client.listTools().catch(() => {});
  if (isModern) {
    await listen(client);
  } else {
    await client.setLogLevel('info');
    if (client.transport === 'http') client.openServerStream();
    clock.passLong();
  }
  const start = (name: string, options = {}): RunningCall =>
    client.start('tools/call', { name }, { timeoutMs, ...options });
  const call = (name: string): Promise<unknown> => start(name).result.catch(() => {});
  const first = start('work', isModern ? { logLevel: 'info' } : {});
  await first.result.catch(() => {});
  // Before anything else runs, so that a late log message can belong to nothing.
  await allOf(client, first);
  const slow = client.start('tools/call', { name: 'slow' });
  await client.waitForFrame(isIn('notifications/progress', slow.progressToken));
  await call('work');
  await Promise.all([call('ask'), call('structured')]);
  await ping(client);
  await client.request('no/such', {}, { timeoutMs }).catch(() => {});
  await cancel(client, clock, slow, cancels === true);
}

/** A right server knows of the cancel before the time passes; of a wrong one this waits for what it sends in spite of it. */
async function cancel(client: Client, clock: Clock, slow: RunningCall, isIgnored: boolean): Promise<void> {
  await slow.cancel('enough');
  const before = new Set(client.frames);
  if (!isIgnored) await allOf(client, slow);
  clock.passLong();
  if (isIgnored)
    await client.waitForFrame((frame) => frame.direction === 'in' && !before.has(frame) && slow.owns(frame));
  else await ping(client);
}

async function listen(client: Client): Promise<void> {
  const subscription = client.start('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const isOver = (frame: Frame): boolean => frame.http?.end !== undefined;
  // What the server sends last, if it does not end the stream before.
  const isLast = isIn('notifications/behind', undefined);
  await client.waitForFrame((frame) => isLast(frame) || (isOver(frame) && subscription.owns(frame)));
  await subscription.cancel();
}

/** All that a server has sent after its answer is here: the stream has ended, or a later request is answered. */
async function allOf(client: Client, { streamEnded }: RunningCall): Promise<void> {
  await streamEnded;
  await ping(client);
}

async function ping(client: Client): Promise<void> {
  await client.request('ping', {}, { timeoutMs }).catch(() => {});
}

const isIn =
  (method: string, progressToken: unknown) =>
  ({ direction, message }: Frame): boolean =>
    direction === 'in' &&
    message?.kind === 'notification' &&
    message.method === method &&
    message.params['progressToken'] === progressToken;

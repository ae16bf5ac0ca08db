import { RpcFailure, type Client } from '@mcpfusion/client';
import { UsageError } from '../exit/tester-error.js';

export interface Listening {
  /** What the server will tell, for people. */
  readonly what: string;
  /** The server has ended it, or cannot speak of its own accord. Never rejects. */
  readonly ended: Promise<void>;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface ListeningOptions {
  /** Resource URIs whose updates are wanted. */
  readonly subscribe?: readonly string[];
}

/**
 * Opens the way on which a server speaks outside of calls: `subscriptions/listen` in 2026, the GET stream over HTTP in
 * 2025, and on stdio in 2025 the one channel there is. Rejects where the server refuses it.
 *
 * Sources: 2026-07-28, Subscriptions; 2025-11-25, Transports, Listening for Messages from the Server.
 */
export async function openListening(client: Client, { subscribe = [] }: ListeningOptions = {}): Promise<Listening> {
  if (client.era === '2026-07-28') return listenStateless(client, subscribe);
  const stream = client.transport === 'http' ? await openServerStream(client) : undefined;
  for (const uri of subscribe) await client.request('resources/subscribe', { uri });
  const told = subscribe.length === 0 ? 'notifications' : `notifications and updates of ${subscribe.join(', ')}`;
  return {
    what: told,
    ended: stream?.ended ?? new Promise(() => {}),
    close: async () => {
      stream?.destroy();
      await stream?.ended;
    },
  };
}

async function openServerStream(client: Client): Promise<{ ended: Promise<void>; destroy(): void }> {
  const exchange = client.openServerStream();
  const { status, isStream } = await exchange.head;
  if (status !== 200 || !isStream) {
    exchange.destroy();
    throw new UsageError(
      `The server has no stream for notifications outside of calls: it answered GET with HTTP ${status}.`,
    );
  }
  return { ended: exchange.ended.then(() => {}), destroy: () => exchange.destroy() };
}

/** What a filter asks for, by the capability that stands for it. */
const filters = [
  { key: 'toolsListChanged', capability: 'tools' },
  { key: 'promptsListChanged', capability: 'prompts' },
  { key: 'resourcesListChanged', capability: 'resources' },
] as const;

const acknowledged = 'notifications/subscriptions/acknowledged';

async function listenStateless(client: Client, subscribe: readonly string[]): Promise<Listening> {
  const { capabilities } = client.server;
  const wanted = filters.filter(({ capability }) => capabilities[capability] !== undefined).map(({ key }) => key);
  const notifications = {
    ...Object.fromEntries(wanted.map((key) => [key, true])),
    ...(subscribe.length === 0 ? {} : { resourceSubscriptions: subscribe }),
  };
  const call = client.start('subscriptions/listen', { notifications }, { timeoutMs: 0 });
  const ended = call.result.then(
    () => {},
    () => {},
  );
  const isAcknowledged = client.waitForFrame(
    ({ direction, message }) =>
      direction === 'in' && message?.kind === 'notification' && message.method === acknowledged,
    acknowledgeMs,
  );
  await Promise.race([isAcknowledged, call.result]).catch((error: unknown) => {
    const isUnknown = error instanceof RpcFailure && error.code === -32601;
    throw isUnknown ? new UsageError('The server has no subscriptions: it does not know subscriptions/listen.') : error;
  });
  isAcknowledged.catch(() => {});
  const all = [...wanted, ...subscribe];
  return {
    what: all.length === 0 ? 'nothing: the server declares no lists' : all.join(', '),
    ended,
    close: async () => {
      await call.cancel('no longer listening');
      await call.streamEnded;
    },
  };
}

/** How long the acknowledgement may take. */
const acknowledgeMs = 10_000;

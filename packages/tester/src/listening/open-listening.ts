import { RpcFailure, UnusableAnswer, type Client } from '@mcpfusion/client';
import { acknowledged, listChanges } from './list-changes.js';

export interface Listening {
  /** What the server will tell, for people. */
  readonly what: string;
  /** Resolves when it is over: with nothing if the server has ended it in order, else with what broke it. */
  readonly ended: Promise<Error | undefined>;
  /** Never rejects. */
  close(): Promise<void>;
}

export interface ListeningOptions {
  /** Resource URIs whose updates are wanted. */
  readonly subscribe?: readonly string[];
  /** How long the server may take to say that it listens. 10,000 by default; 0 means the default. */
  readonly timeoutMs?: number;
  /** Aborted: it is given up while it opens. */
  readonly signal?: AbortSignal;
}

const defaultTimeoutMs = 10_000;

interface Limits {
  readonly limitMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens the way on which a server speaks outside of calls: `subscriptions/listen` in 2026, the GET stream over HTTP in
 * 2025, and on stdio in 2025 the one channel there is. Rejects where the server refuses it.
 *
 * Sources: 2026-07-28, Subscriptions; 2025-11-25, Transports, Listening for Messages from the Server.
 */
export async function openListening(
  client: Client,
  { subscribe = [], timeoutMs = 0, signal }: ListeningOptions = {},
): Promise<Listening> {
  const limitMs = timeoutMs > 0 ? timeoutMs : defaultTimeoutMs;
  if (client.era === '2026-07-28') return listenStateless(client, subscribe, { limitMs, signal });
  const stream = client.transport === 'http' ? await openServerStream(client, { limitMs, signal }) : undefined;
  for (const uri of subscribe) await client.request('resources/subscribe', { uri }, { signal });
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

async function openServerStream(
  client: Client,
  { limitMs, signal }: Limits,
): Promise<{ ended: Promise<Error | undefined>; destroy(): void }> {
  const exchange = client.openServerStream();
  const giveUp = (): void => exchange.destroy();
  const timer = setTimeout(giveUp, limitMs);
  signal?.addEventListener('abort', giveUp);
  const head = await exchange.head.catch(() => undefined);
  clearTimeout(timer);
  signal?.removeEventListener('abort', giveUp);
  if (head?.status !== 200 || !head.isStream) {
    exchange.destroy();
    const said = head ? `answered GET with HTTP ${head.status}` : `did not answer GET within ${limitMs} ms`;
    throw new UnusableAnswer(`The server has no stream for notifications outside of calls: it ${said}.`);
  }
  const ended = exchange.ended.then((how) => (how instanceof Error ? how : undefined));
  return { ended, destroy: () => exchange.destroy() };
}

async function listenStateless(
  client: Client,
  subscribe: readonly string[],
  { limitMs, signal }: Limits,
): Promise<Listening> {
  const { capabilities } = client.server;
  const wanted = Object.values(listChanges)
    .filter(({ capability }) => capabilities[capability] !== undefined)
    .map(({ key }) => key);
  const notifications = {
    ...Object.fromEntries(wanted.map((key) => [key, true])),
    ...(subscribe.length === 0 ? {} : { resourceSubscriptions: subscribe }),
  };
  const call = client.start('subscriptions/listen', { notifications }, { timeoutMs: 0, signal });
  const ended = call.result.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  const refused = new AbortController();
  const isAcknowledged = client
    .waitForFrame(
      ({ direction, message }) =>
        direction === 'in' && message?.kind === 'notification' && message.method === acknowledged,
      limitMs,
      refused.signal,
    )
    .catch((error: unknown) => {
      if (client.lostBy || refused.signal.aborted) throw error;
      throw new UnusableAnswer(`The server did not acknowledge subscriptions/listen within ${limitMs} ms.`);
    });
  isAcknowledged.catch(() => {});
  try {
    await Promise.race([isAcknowledged, call.result]);
  } catch (error) {
    await call.cancel('not acknowledged');
    const isUnknown = error instanceof RpcFailure && error.code === -32601;
    throw isUnknown
      ? new UnusableAnswer('The server has no subscriptions: it does not know subscriptions/listen.')
      : error;
  } finally {
    // Whatever came of it, nobody waits any more.
    refused.abort();
  }
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

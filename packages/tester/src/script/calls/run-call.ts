import { CallCancelled, CallTimedOut, type CallOptions } from '@mcpfusion/client';
import { methods, type Params } from '@mcpfusion/protocol';
import type { CallEvent, CommandScope } from '../command.js';
import { DeadlineReached } from '../abort-reasons.js';
import { CommandFailure } from '../failure.js';
import { failureOfAbort, toFailure } from '../to-failure.js';
import type { CallRecord } from './call-record.js';
import { watchServerStream } from './server-stream-logs.js';

export interface CallRequest {
  readonly method: string;
  readonly params: Params;
  /** How messages name it: `call_tool echo`. */
  readonly what: string;
  readonly headers?: CallOptions['headers'];
  /** Another request follows, which is the one that is meant. */
  readonly isPreparation?: boolean;
}

/** How long a cancel may take to get onto the wire before the script goes on. */
const tellServerMs = 2_000;

/**
 * Sends a request and waits for its result. When the scope's signal fires the request is cancelled on the wire, once,
 * and this has happened when it rejects. What came of it stays in `state.lastCall` if it is a tool call or was given up.
 */
export async function runCall(scope: CommandScope, request: CallRequest): Promise<Params> {
  const { signal, state } = scope;
  if (signal.aborted) throw failureOfAbort(signal);
  const record = startCall(scope, request);
  if (request.method === methods.toolsCall) state.lastCall = record;
  let told: Promise<void> | undefined;
  const cancel = (): void => {
    told = record.call.cancel(signal.reason);
  };
  signal.addEventListener('abort', cancel);
  // A server in this process may have spoken, and a listener cancelled, before `start` returned.
  if (scope.signal.aborted) cancel();
  try {
    const result = await record.call.result;
    record.end = { how: 'answered', atMs: performance.now() };
    return result;
  } catch (error) {
    const isGivenUp = error instanceof CallCancelled || error instanceof CallTimedOut;
    record.end = { how: isGivenUp ? 'given up' : 'failed', atMs: performance.now() };
    if (isGivenUp) {
      state.lastCall = record;
      await Promise.race([told ?? cancelIsOut(record), delay(tellServerMs)]);
    }
    throw describe(error, record);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function startCall(scope: CommandScope, request: CallRequest): CallRecord {
  const { method, params, what, headers, isPreparation = false } = request;
  const { client } = scope.session.connection;
  const progress: CallRecord['progress'] = [];
  const logs: CallRecord['logs'] = [];
  const tell = (event: CallEvent): void => {
    for (const listener of scope.listeners) listener(event);
  };
  const onLog = (log: (typeof logs)[number]): void => {
    logs.push(log);
    tell('log');
  };
  tell(isPreparation ? 'preparing' : 'sent');
  const startedAtMs = performance.now();
  const stopWatching = watchServerStream(client, onLog);
  const call = client.start(method, params, {
    headers,
    onLog,
    ...(scope.hasDeadline && !isPreparation ? { timeoutMs: 0 } : {}),
    ...(method === methods.toolsCall
      ? {
          onProgress: (notification) => {
            progress.push(notification);
            tell('progress');
          },
        }
      : {}),
  });
  void call.result.catch(() => {}).finally(stopWatching);
  const record: CallRecord = { what, client, call, startedAtMs, progress, logs, end: undefined };
  scope.session.remember(record);
  return record;
}

/** The client cancels by itself what its own limit ends; over HTTP in 2026 the stream is closed at once. */
async function cancelIsOut({ client, call }: CallRecord): Promise<void> {
  if (client.transport === 'http' && client.era === '2026-07-28') return;
  await client
    .waitForFrame(({ direction, message }) => {
      if (direction !== 'out' || message?.kind !== 'notification') return false;
      return message.method === methods.cancelled && message.params['requestId'] === call.id;
    }, tellServerMs)
    .catch(() => {});
}

function describe(error: unknown, { what, progress }: CallRecord): CommandFailure {
  const { length } = progress;
  const came = `${length} progress ${length === 1 ? 'notification' : 'notifications'} had come`;
  if (error instanceof CallCancelled && error.cause instanceof DeadlineReached) {
    const { message, afterMs } = error.cause;
    return new CommandFailure('timeout', `${message}: ${what} was cancelled after ${afterMs} ms; ${came}`, {
      cause: error.cause,
    });
  }
  if (error instanceof CallTimedOut) {
    const text = `${what} got no answer within ${error.timeoutMs} ms and was cancelled; ${came}`;
    return new CommandFailure('timeout', text, { cause: error });
  }
  return toFailure(error);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

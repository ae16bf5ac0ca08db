import type { CallOptions } from '@mcpfusion/client';
import { methods, type LogMessageParams, type Params } from '@mcpfusion/protocol';
import type { CallEvent, CommandScope } from '../command.js';
import { CallFrames } from './call-frames.js';
import { CallProgress } from './call-progress.js';
import type { CallRecord } from './call-record.js';
import { FirstAndLast } from './first-and-last.js';
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

/** A call on its way. */
export interface StartedCall {
  readonly record: CallRecord;
  readonly result: Promise<Params>;
  /** Gives the call up and tells the server; resolves when that is on the wire. */
  readonly cancel: (reason: unknown) => Promise<void>;
}

/** Sends a request, and keeps what comes of it. */
export function startCall(scope: CommandScope, request: CallRequest): StartedCall {
  const { method, params, what, headers, isPreparation = false } = request;
  const { client } = scope.session.connection;
  const progress = new CallProgress();
  const logs = new FirstAndLast<LogMessageParams>(({ data }) => JSON.stringify(data)?.length ?? 0);
  const tell = (event: CallEvent): void => {
    for (const listener of scope.listeners) listener(event);
  };
  const onLog = (log: LogMessageParams): void => {
    logs.add(log);
    tell('log');
  };
  tell(isPreparation ? 'preparing' : 'sent');
  const startedAtMs = performance.now();
  const stopWatching = watchServerStream(client, onLog);
  const frames = new CallFrames(client);
  const call = client.start(method, params, {
    headers,
    onLog,
    ...(scope.hasDeadline && !isPreparation ? { timeoutMs: 0 } : {}),
    ...(method === methods.toolsCall
      ? {
          onProgress: (notification) => {
            progress.add(notification);
            tell('progress');
          },
        }
      : {}),
  });
  frames.follow(call);
  void call.result.catch(() => {}).finally(stopWatching);
  const record: CallRecord = {
    what,
    span: { client, startedAtMs, end: undefined },
    call,
    frames,
    progress,
    logs,
  };
  scope.session.remember(record.span);
  return { record, result: call.result, cancel: (reason) => call.cancel(reason) };
}

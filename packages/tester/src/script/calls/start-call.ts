import type { CallOptions, Frame } from '@mcpfusion/client';
import type { LogMessageParams, Params, ProgressParams } from '@mcpfusion/protocol';
import type { CallEvent, CommandScope } from '../command.js';
import { CallInput } from './call-input.js';
import { CallProgress } from './call-progress.js';
import type { CallRecord } from './call-record.js';
import { CallRounds } from './call-rounds.js';
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

/** Sends a request, answers what it is asked for, and keeps what comes of it. */
export function startCall(scope: CommandScope, request: CallRequest): StartedCall {
  const { what, isPreparation = false } = request;
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
  const onProgress = (notification: ProgressParams): void => {
    progress.add(notification);
    tell('progress');
  };
  tell(isPreparation ? 'preparing' : 'sent');
  const startedAtMs = performance.now();
  const stopWatching = watchServerStream(client, onLog);
  const input = new CallInput(
    () => tell('elicit'),
    (failure) => rounds.refuse(failure),
  );
  const rounds: CallRounds = new CallRounds(scope, request, { input, progress, onLog, onProgress });
  const { frames } = rounds;
  const result = rounds.run();
  void result.catch(() => {}).finally(stopWatching);
  const call = {
    owns: (frame: Frame) => frames.owns(frame),
    get streamEnded() {
      return rounds.streamEnded;
    },
  };
  const record: CallRecord = {
    what,
    span: { client, startedAtMs, end: undefined },
    call,
    frames,
    progress,
    input,
    logs,
  };
  scope.session.remember(record.span);
  return { record, result, cancel: (reason) => rounds.cancel(reason) };
}

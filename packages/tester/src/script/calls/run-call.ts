import { CallCancelled, CallTimedOut } from '@mcpfusion/client';
import { methods, type Params } from '@mcpfusion/protocol';
import { DeadlineReached } from '../abort-reasons.js';
import type { CommandScope } from '../command.js';
import { CommandFailure } from '../failure.js';
import { failureOfAbort, toFailure } from '../to-failure.js';
import type { CallRecord } from './call-record.js';
import { isCancelNotification, isClosingTheCancel } from './cancel-frame.js';
import { startCall, type CallRequest } from './start-call.js';

/** How long a cancel may take to get onto the wire before the script goes on. */
const tellServerMs = 2_000;

/**
 * Sends a request and waits for its result. When the scope's signal fires the request is cancelled on the wire, once,
 * and this has happened when it rejects. What came of it stays in `state.lastCall` if it is a tool call or was given up.
 */
export async function runCall(scope: CommandScope, request: CallRequest): Promise<Params> {
  const { signal, state } = scope;
  if (signal.aborted) throw failureOfAbort(signal);
  const { record, result: answer, cancel: giveUp } = startCall(scope, request);
  const { span, frames, input } = record;
  if (request.method === methods.toolsCall) state.lastCall = record;
  let told: Promise<void> | undefined;
  const cancel = (): void => {
    told = giveUp(signal.reason);
  };
  signal.addEventListener('abort', cancel);
  // A server in this process may have spoken, and a listener cancelled, before `start` returned.
  if (scope.signal.aborted) cancel();
  try {
    const result = await answer;
    span.end = { how: 'answered', atMs: performance.now() };
    frames.close();
    // In 2025 the server was told that there is no answer, and made of it what it likes.
    if (input.failure !== undefined) throw input.failure;
    return result;
  } catch (error) {
    if (span.end) throw error;
    const isGivenUp = error instanceof CallCancelled || error instanceof CallTimedOut;
    span.end = { how: isGivenUp ? 'given up' : 'failed', atMs: performance.now() };
    if (!isGivenUp) frames.close();
    else {
      frames.markOver();
      scope.session.watch(frames);
      state.lastCall = record;
      await Promise.race([told ?? cancelIsOut(record), delay(tellServerMs)]);
    }
    const isRefused = error instanceof CallCancelled && error.cause === input.failure;
    throw input.failure !== undefined && (isRefused || !isGivenUp) ? input.failure : describe(error, record);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The client cancels by itself what its own limit ends; over HTTP in 2026 the stream is closed at once. */
async function cancelIsOut({ span: { client }, call }: CallRecord): Promise<void> {
  if (isClosingTheCancel(client)) return;
  await client.waitForFrame((frame) => isCancelNotification(frame) && call.owns(frame), tellServerMs).catch(() => {});
}

function describe(error: unknown, { what, progress: { count } }: CallRecord): CommandFailure {
  const came = `${count} progress ${count === 1 ? 'notification' : 'notifications'} had come`;
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

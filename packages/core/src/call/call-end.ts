import type { CallPhase } from './call-event.js';
import type { CallEngine } from './engine.js';
import { withOriginal } from './originals.js';
import type { Call, RunningCall } from './run-call.js';

/** A call, in whatever stage it ended. */
export interface EndedCall {
  readonly call: Call;
  readonly engine: CallEngine;
  readonly phase: CallPhase;
  readonly lastMessage: string | undefined;
  readonly startedAtMs: number;
}

/** The one record of a call that ended before its time: who, why, where, after how long. */
export function tellEnd({ call, engine, phase, lastMessage, startedAtMs }: EndedCall): void {
  const { reason } = call.cancellation;
  // A nested call that was cancelled with its parent is told of there; one whose parent has answered without it was not
  // ended by any client.
  if (!reason || call.parent?.cancellation.reason || call.parent?.isOver) return;
  const afterMs = Math.round(performance.now() - startedAtMs);
  engine.log.notice('call ended early', {
    tool: call.tool.definition.name,
    by: reason.kind,
    reason: reason.peerReason,
    phase,
    at: lastMessage,
    afterMs,
  });
}

export function tellLate({ call, engine }: RunningCall, cause: unknown): void {
  engine.log.warning('the handler threw after its call was over', {
    tool: call.tool.definition.name,
    cause: withOriginal(cause),
  });
}

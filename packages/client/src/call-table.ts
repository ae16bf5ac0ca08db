import type { ProgressToken, RequestId } from '@mcpfusion/protocol';
import type { Call, CallEnd } from './call.js';

/** How many calls that are over are remembered, to name what comes late. */
const maxRemembered = 1_000;

/** The calls in flight, by id and by progress token. Both are compared strictly: 7 is not "7". */
export class CallTable {
  readonly #byId = new Map<RequestId, Call>();
  readonly #byToken = new Map<ProgressToken, Call>();
  readonly #pastIds = new Map<RequestId, CallEnd>();
  readonly #pastTokens = new Map<ProgressToken, CallEnd>();

  get running(): readonly Call[] {
    return [...this.#byId.values()];
  }

  add(call: Call): void {
    if (this.#byId.has(call.id)) throw new Error(`Expected a free request id, but ${show(call.id)} is in flight.`);
    const { progressToken } = call;
    if (progressToken !== undefined && this.#byToken.has(progressToken)) {
      throw new Error(`Expected a free progress token, but ${show(progressToken)} is in use.`);
    }
    this.#byId.set(call.id, call);
    this.#pastIds.delete(call.id);
    if (progressToken === undefined) return;
    this.#byToken.set(progressToken, call);
    this.#pastTokens.delete(progressToken);
  }

  remove(call: Call): void {
    if (this.#byId.get(call.id) !== call) return;
    const end = call.end ?? 'failed';
    this.#byId.delete(call.id);
    remember(this.#pastIds, call.id, end);
    if (call.progressToken === undefined) return;
    this.#byToken.delete(call.progressToken);
    remember(this.#pastTokens, call.progressToken, end);
  }

  byId(id: RequestId): Call | undefined {
    return this.#byId.get(id);
  }

  byToken(token: ProgressToken): Call | undefined {
    return this.#byToken.get(token);
  }

  /** The call whose own HTTP stream that is. */
  byStream(streamId: number): Call | undefined {
    for (const call of this.#byId.values()) if (call.sent?.streamIds.includes(streamId)) return call;
    return undefined;
  }

  /** How the last call of that id ended, if it is remembered. */
  pastId(id: RequestId): CallEnd | undefined {
    return this.#pastIds.get(id);
  }

  pastToken(token: ProgressToken): CallEnd | undefined {
    return this.#pastTokens.get(token);
  }
}

function remember<TKey>(past: Map<TKey, CallEnd>, key: TKey, end: CallEnd): void {
  past.delete(key);
  past.set(key, end);
  const oldest = past.keys().next();
  if (past.size > maxRemembered && !oldest.done) past.delete(oldest.value);
}

function show(value: ProgressToken): string {
  return JSON.stringify(value);
}

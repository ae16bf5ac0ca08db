import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  discoverResult,
  eraOf,
  error,
  initializeResult,
  levelKey,
  levels,
  log,
  note,
  progress,
  result,
  subscriptionKey,
  text,
  toolList,
} from './messages.mjs';

/**
 * Answers one message through `io`: `send(message)`, `end()`, `isClosed`. Right in everything, but for what `fault`
 * changes: its `rewrite(message, request)` gives what is sent instead of a message, its flags are read below.
 */
export class Script {
  #fault;
  #level = 'debug';
  #asked = new Map();
  #cancelled = new Set();
  #lastAsked = 0;

  constructor(fault) {
    this.#fault = fault;
  }

  async take(message, io) {
    const say = (said) => {
      for (const one of this.#fault.rewrite?.(said, message, io) ?? [said]) io.send(one);
    };
    if (message.method === undefined) this.#asked.get(message.id)?.(message);
    else if (message.id === undefined) this.#noted(message);
    else await this.#answer(message, io, say);
    io.end();
  }

  #noted({ method, params }) {
    if (method === 'notifications/cancelled') this.#cancelled.add(params.requestId);
  }

  async #answer(request, io, say) {
    switch (request.method) {
      case 'initialize':
        return say(initializeResult(request));
      case 'server/discover':
        return say(discoverResult(request));
      case 'tools/list':
        return say(toolList(request));
      case 'ping':
        return say(result(request, {}));
      case 'logging/setLevel':
        this.#level = request.params.level;
        return say(result(request, {}));
      case 'subscriptions/listen':
        return this.#listen(request, io, say);
      case 'tools/call':
        return this.#call(request, io, say);
      default:
        return say(error(request.id, -32601, 'Method not found'));
    }
  }

  async #call(request, io, say) {
    switch (request.params.name) {
      case 'work':
        return this.#work(request, say);
      case 'slow':
        return this.#slow(request, io, say);
      case 'ask':
        return this.#ask(request, say);
      default:
        return say(result(request, { ...text('{}'), structuredContent: {} }));
    }
  }

  #work(request, say) {
    const { progressToken } = request.params._meta ?? {};
    for (const at of [1, 2, 3]) if (progressToken !== undefined) say(progress(progressToken, at));
    const isModern = eraOf(request) === '2026-07-28';
    const least = isModern ? request.params._meta[levelKey] : this.#level;
    if (least !== undefined && levels.indexOf('warning') >= levels.indexOf(least)) say(log('warning'));
    say(result(request, text('done')));
  }

  // Reports until it is cancelled; a faulty server goes on.
  async #slow(request, io, say) {
    const { progressToken } = request.params._meta ?? {};
    const { afterCancelMs = 0, answersCancelled = false } = this.#fault;
    let cancelledAtMs;
    for (let at = 1; at < 1_000; at++) {
      if (io.isClosed || this.#cancelled.has(request.id)) cancelledAtMs ??= performance.now();
      if (cancelledAtMs !== undefined && performance.now() - cancelledAtMs >= afterCancelMs) break;
      if (progressToken !== undefined && (cancelledAtMs === undefined || this.#fault.reportsCancelled)) {
        say({ ...progress(progressToken, at), params: { progressToken, progress: at } });
      }
      await sleep(20);
    }
    if (answersCancelled) say(result(request, text('too late')));
  }

  async #ask(request, say) {
    const params = { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } };
    const question = { method: 'elicitation/create', params };
    if (eraOf(request) === '2026-07-28') {
      if (request.params.inputResponses) return say(result(request, text('asked')));
      return say(result(request, { resultType: 'input_required', inputRequests: { go: question } }));
    }
    const id = `ask-${++this.#lastAsked}`;
    const answered = new Promise((resolve) => this.#asked.set(id, resolve));
    say({ jsonrpc: '2.0', id, ...question });
    await Promise.race([answered, sleep(300)]);
    say(result(request, text('asked')));
  }

  async #listen(request, io, say) {
    const _meta = { [subscriptionKey]: request.id };
    say(note('notifications/subscriptions/acknowledged', { _meta, notifications: { toolsListChanged: true } }));
    say(note('notifications/tools/list_changed', { _meta }));
    say(note('notifications/behind', { _meta }));
    while (!io.isClosed && !this.#cancelled.has(request.id)) await sleep(20);
  }

  /** For HTTP sessions. */
  newSessionId() {
    return this.#fault.sessionId ?? randomUUID();
  }
}

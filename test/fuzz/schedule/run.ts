import { metaKeys, type Era } from '@mcpfusion/protocol';
import type { Server } from '@mcpfusion/core';
import { countSent } from '../sent.js';
import type { Body, Stage } from '../stage.js';
import { turn, until } from '../watch.js';
import type { Call } from './call.js';
import type { Client } from './client.js';
import type { Step } from './step.js';

/** Does one step after the other, and keeps what its calls may expect. */
export class Run {
  readonly calls: Call[] = [];
  closing: Promise<void> | undefined;
  readonly #server: Server;
  readonly #stage: Stage;
  readonly #client: Client;
  readonly #era: Era;
  /** Nothing that is sent from here on arrives. */
  #isCutOff = false;
  #isDeleted = false;

  constructor(server: Server, stage: Stage, client: Client, era: Era) {
    this.#server = server;
    this.#stage = stage;
    this.#client = client;
    this.#era = era;
  }

  async do(step: Step): Promise<void> {
    switch (step.do) {
      case 'call':
        return this.#call(`call ${this.calls.length}`, step.tool, step.hasToken);
      case 'call again':
        return this.#call(pick(this.calls, step.at)?.id ?? 'first', step.tool, false);
      case 'order':
        return this.#stage.order(pick(this.#tags(), step.at) ?? 'nobody', step.order);
      case 'cancel':
        return this.#cancel(pick(this.calls, step.at));
      case 'disconnect':
        return this.#disconnect(pick(this.calls, step.at));
      case 'delete session':
        return this.#deleteSession();
      case 'close server':
        this.closing ??= this.#server.close({ drainMs: step.drainMs });
        return;
      case 'wait':
        for (let left = step.turns; left > 0; left--) await turn();
    }
  }

  /** Requests are still taken. */
  get isServed(): boolean {
    return !this.#isCutOff && !this.#isDeleted && !this.closing;
  }

  bodyOf({ tag }: Call): Body | undefined {
    return this.#stage.bodies.find((body) => body.tag === tag);
  }

  #tags(): readonly string[] {
    return [...new Set([...this.calls.map(({ tag }) => tag), ...this.#stage.bodies.map(({ tag }) => tag)])];
  }

  #call(id: string, tool: string, hasToken: boolean): void {
    if (this.#isCutOff) return;
    const tag = `tag ${this.calls.length}`;
    const token = hasToken ? `token ${this.calls.length}` : undefined;
    const _meta = {
      ...(token === undefined ? {} : { progressToken: token }),
      ...(this.#era === '2025-11-25'
        ? {}
        : { [metaKeys.protocolVersion]: this.#era, [metaKeys.clientCapabilities]: {}, [metaKeys.logLevel]: 'debug' }),
    };
    const params = { name: tool, arguments: { tag }, _meta };
    const text = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params });
    const isRefused = this.#client.isShared && this.calls.some((one) => one.id === id && this.#isSureToRun(one));
    const sent = this.#client.send(text, 'tools/call', tool);
    countSent(this.#client.wire, 1);
    const isFresh = { isCancelled: false, isGivenUp: false, framesBefore: 0, isDisconnected: false };
    this.calls.push({ id, tag, tool, token, sent, isRefused, ...isFresh });
  }

  async #cancel(call: Call | undefined): Promise<void> {
    if (!call || this.#isCutOff) return;
    // In 2026-07-28 nobody but its own connection can cancel a POST.
    const isHeard = this.#client.hasOneScope;
    const affected = isHeard ? this.calls.filter(({ id }) => id === call.id) : [];
    const certain = affected.filter((one) => this.#isSureToRun(one));
    for (const one of affected) one.isCancelled = true;
    countSent(this.#client.wire, 1);
    await this.#arrive(this.#client.cancel(call.id));
    for (const one of certain) this.#giveUp(one);
  }

  async #disconnect(call: Call | undefined): Promise<void> {
    if (!call || this.#isCutOff) return;
    const affected = this.#client.isShared ? this.calls : [call];
    this.#isCutOff = this.#client.isShared;
    const certain = this.#client.isTied ? affected.filter((one) => this.#isSureToRun(one)) : [];
    for (const one of affected) {
      one.isDisconnected = true;
      one.isCancelled ||= this.#client.isTied;
    }
    call.sent.disconnect();
    // A socket's end arrives when it does.
    await until(
      () => certain.every((one) => this.bodyOf(one)?.aborts.length === 1),
      () => `the bodies of a lost connection run on: ${JSON.stringify(certain.map((one) => this.bodyOf(one)))}`,
    );
    for (const one of certain) this.#giveUp(one);
  }

  async #deleteSession(): Promise<void> {
    const { deleteSession } = this.#client;
    if (!deleteSession) return;
    this.#isDeleted = true;
    const certain = this.calls.filter((one) => this.#isSureToRun(one));
    for (const one of this.calls) one.isCancelled = true;
    countSent(this.#client.wire, 1);
    await this.#arrive(deleteSession());
    for (const one of certain) this.#giveUp(one);
  }

  /** What a server that closes does not take any more is no fault. */
  async #arrive(sending: Promise<void>): Promise<void> {
    try {
      await sending;
    } catch (error) {
      if (!this.closing) throw error;
    }
  }

  #giveUp(call: Call): void {
    call.isGivenUp = true;
    call.framesBefore = call.sent.frames.length;
  }

  /** Its body is inside, and nothing but a cancel can end it now. */
  #isSureToRun(call: Call): boolean {
    const body = this.bodyOf(call);
    const isInside = body !== undefined && body.isIn && body.aborts.length === 0;
    return isInside && !this.closing && call.tool !== 'brief' && !this.#stage.mayEnd(call.tag);
  }
}

function pick<T>(from: readonly T[], at: number): T | undefined {
  return from[at % Math.max(from.length, 1)];
}

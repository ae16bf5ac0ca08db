import { createMemory, type CallMemory } from '../handler/call-memory.js';
import type { ToolDefinition } from '../tool/definition.js';
import type { Asks } from './asks.js';
import { canonicalJson } from './canonical-json.js';

export interface CallInputOptions {
  readonly claim?: () => Promise<void>;
  readonly early?: Readonly<Record<string, unknown>>;
}

/** What an interactive call asks by, and what it knows by now. */
export class CallInput {
  readonly asks: Asks;
  readonly memory: CallMemory;
  /** Before a handler runs again with answers: throws when it has run with them already. */
  readonly claim: (() => Promise<void>) | undefined;
  /** Answers that came before anything was asked; taken once. */
  #early: Readonly<Record<string, unknown>> | undefined;
  #children = 0;

  constructor(asks: Asks, memory: CallMemory, { claim, early }: CallInputOptions = {}) {
    this.asks = asks;
    this.memory = memory;
    this.claim = claim;
    this.#early = early;
  }

  takeEarly(): Readonly<Record<string, unknown>> | undefined {
    const early = this.#early;
    this.#early = undefined;
    return early;
  }

  /** The handler begins from its top. */
  beginRound(): void {
    this.#children = 0;
  }

  /** Of a call inside: what it knew in the round before, if it is the same call. */
  child({ name, interactive }: ToolDefinition, rawInput: unknown): CallInput {
    const key = `${++this.#children}:${name.replaceAll('/', '.')}`;
    const args = canonicalJson(rawInput ?? {});
    const known = Object.hasOwn(this.memory.children, key) ? this.memory.children[key] : undefined;
    const memory = known?.args === args ? known : createMemory(interactive?.onRefusal === 'reenter', args);
    this.memory.children[key] = memory;
    return new CallInput(this.asks, memory);
  }
}

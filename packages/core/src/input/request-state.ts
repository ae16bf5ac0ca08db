import { isObject } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import { createMemory, type CallMemory } from '../handler/call-memory.js';
import type { KvStore } from '../store/kv-store.js';
import type { ToolDefinition } from '../tool/definition.js';
import { canonicalJson } from './canonical-json.js';
import { digest, seal, unseal } from './seal.js';
import type { StateKeys } from './state-keys.js';
import type { StateRefusal } from './state-refusal.js';

/** The request that a state belongs to. */
export interface StateBinding {
  /** The name of the server: others may have the same key. */
  readonly server: string;
  readonly revision: string;
  readonly method: string;
  readonly tool: ToolDefinition;
  readonly rawInput: unknown;
  readonly principal: string | undefined;
}

/** A state is used once: all that are one for this have one nonce, and end together. */
export interface StateUse {
  readonly nonce: string;
  readonly expiresAtMs: number;
  /** Where it is kept, if it is too large to travel. */
  readonly kept: string | undefined;
}

/** What a state says when it is opened. */
export interface OpenedState extends StateUse {
  readonly memory: CallMemory;
  /** How often the client has been asked. */
  readonly rounds: number;
}

export interface RequestStatesOptions {
  readonly keys: StateKeys;
  /** Keeps what is too large to travel. */
  readonly store: KvStore;
  /** Keeps which were used. */
  readonly used: KvStore;
  readonly ttlMs: number;
  /** Of the text that the client carries. */
  readonly maxBytes: number;
  /** Told of each that is not opened, and why. */
  readonly onRefused: (why: StateRefusal, tool: string) => void;
}

interface Payload {
  readonly version: string;
  readonly principal: string | null;
  readonly args: string;
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
  readonly nonce: string;
  readonly rounds: number;
  readonly memory?: CallMemory;
  /** Where a state that is too large to travel is kept. */
  readonly kept?: string;
}

const format = 'mcpfusion-state-1';

/** How many times as much may be kept as may travel: opening it costs the process time. */
export const mostKept = 32;

/**
 * Seals what a call must know when it comes again, and opens it for that call alone.
 *
 * Source: 2026-07-28, Multi Round-Trip Requests, Server Requirements 4 and 5.
 */
export class RequestStates {
  readonly #options: RequestStatesOptions;
  readonly #versions = new WeakMap<ToolDefinition, Promise<string>>();

  constructor(options: RequestStatesOptions) {
    this.#options = options;
  }

  /**
   * `again`: of the state that came with too few answers. Nothing has run since it was sealed, so that of the two, and of
   * all that are made from either, one may be used. Throws `STATE_TOO_LARGE`.
   */
  async seal(binding: StateBinding, memory: CallMemory, rounds: number, again?: StateUse): Promise<string> {
    const { keys, ttlMs, maxBytes } = this.#options;
    const issuedAtMs = Date.now();
    const facts = {
      version: await this.#versionOf(binding.tool),
      principal: binding.principal ?? null,
      args: await digest(canonicalJson(binding.rawInput ?? {})),
      issuedAtMs,
      expiresAtMs: again?.expiresAtMs ?? issuedAtMs + ttlMs,
      nonce: again?.nonce ?? crypto.randomUUID(),
      rounds,
    } satisfies Payload;
    const bound = boundTo(binding);
    const sealed = await seal(keys, JSON.stringify({ ...facts, memory }), bound);
    if (sealed.length <= maxBytes) return sealed;
    const kept = await this.#keep(binding.tool.name, sealed, again);
    const handle = await seal(keys, JSON.stringify({ ...facts, kept } satisfies Payload), bound);
    if (handle.length <= maxBytes) return handle;
    throw new FusionError(
      'STATE_TOO_LARGE',
      `What names a state in the store has ${handle.length} bytes, and ${maxBytes} may travel. Raise input.maxStateBytes.`,
    );
  }

  /** Undefined: not one of ours, not for this request, or not any more. Throws `STATE_STALE` when the tool has changed. */
  async open(binding: StateBinding, state: string): Promise<OpenedState | undefined> {
    const opened = await this.#open(binding, state);
    if (typeof opened !== 'string') return opened;
    this.#options.onRefused(opened, binding.tool.name);
    return undefined;
  }

  async #open(binding: StateBinding, state: string): Promise<OpenedState | StateRefusal> {
    if (state.length > this.#options.maxBytes) return 'too long';
    const payload = await this.#read(binding, state);
    if (!payload) return 'unsealed';
    if (payload.kept === undefined) return this.#check(binding, payload);
    const sealed = await this.#options.store.get(payload.kept);
    if (sealed === undefined) return this.#whenGone(binding, payload);
    const whole = typeof sealed === 'string' ? await this.#read(binding, sealed) : undefined;
    return whole ? this.#check(binding, whole, payload) : 'unkept';
  }

  /** Marks a state as used. False: it was. */
  async claim({ nonce, expiresAtMs, kept }: StateUse): Promise<boolean> {
    // A little longer than it can be opened, whatever the clocks say.
    const ttlMs = Math.max(expiresAtMs - Date.now(), 0) + 60_000;
    const isFirst: unknown = await this.#options.used.put(`used:${nonce}`, true, ttlMs, { ifAbsent: true });
    // Whatever a store may mean by anything else, twice must not pass for once.
    if (typeof isFirst !== 'boolean')
      throw new TypeError(`Expected put() of the store to give true or false, got ${typeof isFirst}.`);
    // Nobody may open it any more. That it is gone is not waited for.
    if (isFirst && kept !== undefined) this.#options.store.take(kept).catch(() => {});
    return isFirst;
  }

  async #read(binding: StateBinding, sealed: string): Promise<Payload | undefined> {
    const text = await unseal(this.#options.keys, sealed, boundTo(binding));
    const payload: unknown = text === undefined ? undefined : JSON.parse(text);
    return isObject(payload) ? (payload as unknown as Payload) : undefined;
  }

  /** It has ended, or was used and then forgotten. */
  async #whenGone(binding: StateBinding, handle: Payload): Promise<StateRefusal> {
    const checked = await this.#check(binding, { ...handle, memory: createMemory(false) });
    if (typeof checked === 'string') return checked;
    if ((await this.#options.used.get(`used:${handle.nonce}`)) !== undefined) throw stateUsed();
    return 'gone';
  }

  /** `handle`: what names the payload, where that was kept. */
  async #check(binding: StateBinding, payload: Payload, handle = payload): Promise<OpenedState | StateRefusal> {
    const { version, principal, args, expiresAtMs, nonce, memory } = payload;
    const { rounds, kept } = handle;
    if (handle.nonce !== nonce || !memory) return 'unkept';
    if (principal !== (binding.principal ?? null)) return 'principal';
    if (expiresAtMs <= Date.now()) return 'over';
    if (args !== (await digest(canonicalJson(binding.rawInput ?? {})))) return 'arguments';
    if (version !== (await this.#versionOf(binding.tool))) {
      throw new FusionError('STATE_STALE', `${binding.tool.name} has changed since it asked.`, {
        recovery: 'Call it again, without the answer.',
      });
    }
    return { memory, rounds, nonce, expiresAtMs, kept };
  }

  /** `again`: in the place of that, so that what is asked again and again does not pile up. */
  async #keep(tool: string, sealed: string, again: StateUse | undefined): Promise<string> {
    const { keys, store, ttlMs, maxBytes } = this.#options;
    if (sealed.length > maxBytes * mostKept) {
      throw new FusionError(
        'STATE_TOO_LARGE',
        `${tool} and its answers make ${sealed.length} bytes between two questions, and ${maxBytes * mostKept} may be kept.`,
      );
    }
    // With a key of its own a process expects that others, or it after a restart, get the retry.
    if (!store.isShared && !keys.isRandom) {
      throw new FusionError(
        'STATE_TOO_LARGE',
        `${tool} keeps ${sealed.length} bytes between its questions, and ${maxBytes} may travel. Keep less, or give the server a store that all its processes share.`,
      );
    }
    const key = again?.kept ?? `state:${crypto.randomUUID()}`;
    await store.put(key, sealed, again ? Math.max(again.expiresAtMs - Date.now(), 1) : ttlMs);
    return key;
  }

  /** Differs when what the tool takes, or what its handler does, differs. */
  #versionOf(tool: ToolDefinition): Promise<string> {
    let version = this.#versions.get(tool);
    if (!version) {
      const { kind, input, interactive, handler } = tool;
      version = digest(canonicalJson([kind, input.jsonSchema, interactive, String(handler)]));
      this.#versions.set(tool, version);
    }
    return version;
  }
}

function boundTo({ server, revision, method, tool }: StateBinding): string {
  return JSON.stringify([format, server, revision, method, tool.name]);
}

export function stateUsed(): FusionError {
  return new FusionError('STATE_USED', 'This answer was given before, and the tool may have run with it.', {
    recovery: 'Find out whether it did its work before you call it anew, without requestState.',
  });
}

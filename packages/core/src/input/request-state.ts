import { isObject } from '@mcpfusion/protocol';
import { FusionError } from '../errors.js';
import type { CallMemory } from '../handler/call-memory.js';
import type { KvStore } from '../store/kv-store.js';
import type { ToolDefinition } from '../tool/definition.js';
import { canonicalJson } from './canonical-json.js';
import { digest, seal, unseal } from './seal.js';
import type { StateKeys } from './state-keys.js';

/** The request that a state belongs to. */
export interface StateBinding {
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
}

/** What a state says when it is opened. */
export interface OpenedState extends StateUse {
  readonly memory: CallMemory;
  /** How often the client has been asked. */
  readonly rounds: number;
}

export interface RequestStatesOptions {
  readonly keys: StateKeys;
  readonly store: KvStore;
  readonly ttlMs: number;
  /** Of the text that the client carries. */
  readonly maxBytes: number;
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
    const kept = await this.#keep(binding.tool.name, sealed);
    const handle = await seal(keys, JSON.stringify({ ...facts, kept } satisfies Payload), bound);
    if (handle.length <= maxBytes) return handle;
    throw new FusionError(
      'STATE_TOO_LARGE',
      `What names a state in the store has ${handle.length} bytes, and ${maxBytes} may travel. Raise input.maxStateBytes.`,
    );
  }

  /** Undefined: not one of ours, not for this request, or not any more. Throws `STATE_STALE` when the tool has changed. */
  async open(binding: StateBinding, state: string): Promise<OpenedState | undefined> {
    if (state.length > this.#options.maxBytes) return undefined;
    const payload = await this.#read(binding, state);
    if (payload?.kept === undefined) return payload && this.#check(binding, payload);
    const sealed = await this.#options.store.get(payload.kept);
    const whole = typeof sealed === 'string' ? await this.#read(binding, sealed) : undefined;
    return whole && this.#check(binding, whole);
  }

  /** Marks a state as used. False: it was. */
  claim({ nonce, expiresAtMs }: StateUse): Promise<boolean> {
    // A little longer than it can be opened, whatever the clocks say.
    const ttlMs = Math.max(expiresAtMs - Date.now(), 0) + 60_000;
    return this.#options.store.put(`used:${nonce}`, true, ttlMs, { ifAbsent: true });
  }

  async #read(binding: StateBinding, sealed: string): Promise<Payload | undefined> {
    const text = await unseal(this.#options.keys, sealed, boundTo(binding));
    const payload: unknown = text === undefined ? undefined : JSON.parse(text);
    return isObject(payload) ? (payload as unknown as Payload) : undefined;
  }

  async #check(binding: StateBinding, payload: Payload): Promise<OpenedState | undefined> {
    const { version, principal, args, expiresAtMs, nonce, rounds, memory } = payload;
    if (principal !== (binding.principal ?? null) || expiresAtMs <= Date.now() || !memory) return undefined;
    if (args !== (await digest(canonicalJson(binding.rawInput ?? {})))) return undefined;
    if (version !== (await this.#versionOf(binding.tool))) {
      throw new FusionError('STATE_STALE', `${binding.tool.name} has changed since it asked.`, {
        recovery: 'Call it again, without the answer.',
      });
    }
    return { memory, rounds, nonce, expiresAtMs };
  }

  async #keep(tool: string, sealed: string): Promise<string> {
    const { keys, store, ttlMs, maxBytes } = this.#options;
    // With a key of its own a process expects that others, or it after a restart, get the retry.
    if (!store.isShared && !keys.isRandom) {
      throw new FusionError(
        'STATE_TOO_LARGE',
        `${tool} keeps ${sealed.length} bytes between its questions, and ${maxBytes} may travel. Keep less, or give the server a store that all its processes share.`,
      );
    }
    const key = `state:${crypto.randomUUID()}`;
    await store.put(key, sealed, ttlMs);
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

function boundTo({ revision, method, tool }: StateBinding): string {
  return JSON.stringify([format, revision, method, tool.name]);
}

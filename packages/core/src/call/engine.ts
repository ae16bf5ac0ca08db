import { CancelledError } from '../errors.js';
import type { RequestExtra } from '../handler/context.js';
import type { Log } from '../handler/log.js';
import { compileTool, type CompiledTool, type SchemaValidator } from '../tool/compile-tool.js';
import type { ToolDefinition } from '../tool/definition.js';
import type { CallObserver, CallPhase } from './call-event.js';
import type { Cancellation } from './cancellation.js';
import type { Call, RunningCall } from './run-call.js';
import { releaseNothing, Scheduler, type PoolLimits, type Release, type Want } from './scheduler.js';

export interface EngineOptions {
  readonly contextFactory: ((extra: RequestExtra) => object | Promise<object>) | undefined;
  /** How long a cancelled body may take to leave before slot and key are freed without it. */
  readonly graceMs: number;
  /** Of all tools together. */
  readonly limits: PoolLimits | undefined;
  readonly validator: SchemaValidator;
  readonly log: Log;
  readonly observer: CallObserver | undefined;
  /** Authors are told what will surprise them. */
  readonly isDevelopment: boolean;
}

/** A call, as observers are told of it. */
export interface NotedCall {
  readonly number: number;
  readonly call: Call;
}

/** What all calls of a server share: the scheduler, the counters, the compiled tools. */
export class CallEngine {
  readonly scheduler = new Scheduler();
  readonly contextFactory: EngineOptions['contextFactory'];
  readonly graceMs: number;
  readonly log: Log;
  readonly #options: EngineOptions;
  readonly #compiled = new WeakMap<ToolDefinition, CompiledTool>();
  readonly #said = new Set<string>();
  #number = 0;
  #running = 0;
  #abandoned = 0;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.contextFactory = options.contextFactory;
    this.graceMs = options.graceMs;
    this.log = options.log;
  }

  /** Somebody listens to the life of calls. */
  get isObserved(): boolean {
    return this.#options.observer !== undefined;
  }

  /** Bodies that have started and not settled. */
  get running(): number {
    return this.#running;
  }

  /** Bodies that did not settle within `graceMs` of their cancel, since the start. */
  get abandonedTotal(): number {
    return this.#abandoned;
  }

  get isDevelopment(): boolean {
    return this.#options.isDevelopment;
  }

  /** For development: a warning about a tool, once. */
  advise({ name }: ToolDefinition, message: string, facts: object): void {
    const said = `${name}\n${message}`;
    if (this.#said.has(said)) return;
    this.#said.add(said);
    this.log.warning(message, { tool: name, ...facts });
  }

  nextNumber(): number {
    return ++this.#number;
  }

  /** Once a definition. `wireName` is for tools that clients see. */
  compile(definition: ToolDefinition, wireName?: string): CompiledTool {
    let compiled = this.#compiled.get(definition);
    if (!compiled) {
      compiled = compileTool(definition, this.#options.validator, wireName);
      this.#compiled.set(definition, compiled);
    }
    return compiled;
  }

  /** Slot and key of a call. Throws `SERVER_BUSY` or `DEADLOCK` at once; rejects with the cancel's reason. */
  acquire(
    running: RunningCall,
    input: unknown,
    isReturning: boolean,
    cancellation: Cancellation = running.cancellation,
  ): Release | Promise<Release> {
    const want = this.#want(running, input);
    return want ? this.scheduler.acquire({ ...want, isReturning }, cancellation) : releaseNothing;
  }

  /** Nothing for a call that needs neither. A nested call runs in the server's slot of the call around it. */
  #want(running: RunningCall, input: unknown): Want | undefined {
    const { name, kind, concurrency, serializeBy } = running.call.tool.definition;
    const { limits } = this.#options;
    if (kind !== 'mutation' && !concurrency && !serializeBy && !limits) return undefined;
    const given = input as never;
    const key = serializeBy ? `key:${serializeBy(given)}` : kind === 'mutation' ? `tool:${name}` : undefined;
    const pools: { name: string; limits: PoolLimits }[] = [];
    if (concurrency) {
      const { max, queue = Number.POSITIVE_INFINITY, key: part } = concurrency;
      pools.push({ name: `tool:${name}\n${part ? part(given) : ''}`, limits: { max, queue } });
    }
    if (limits && !running.parent) pools.push({ name: 'server', limits });
    return { key, pools, holder: running };
  }

  note({ number, call }: NotedCall, phase: CallPhase): void {
    const { observer } = this.#options;
    if (!observer) return;
    try {
      observer({ phase, callNumber: number, tool: call.tool.definition.name, atMs: performance.now() });
    } catch (cause) {
      this.log.error('onCallEvent threw', { cause });
    }
  }

  started(): void {
    this.#running++;
  }

  freed(running: RunningCall): void {
    this.#running--;
    this.note(running, 'freed');
  }

  abandoned(running: RunningCall): void {
    this.#abandoned++;
    this.log.warning('the handler did not stop and was given up', {
      tool: running.call.tool.definition.name,
      graceMs: this.graceMs,
      cure: 'Pass ctx.signal on to whatever it waits for.',
    });
  }

  timeOut({ call }: RunningCall): void {
    const { definition, wireName } = call.tool;
    const message = `${wireName} took longer than ${definition.timeoutMs} ms.`;
    call.cancellation.cancel(new CancelledError('timeout', message));
  }
}

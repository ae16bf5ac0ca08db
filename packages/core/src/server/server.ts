import { codecs, ResultWriter, type CacheHints, type Era, type Implementation } from '@mcpfusion/protocol';
import type { CallObserver } from '../call/call-event.js';
import { CallEngine } from '../call/engine.js';
import type { ProgressOptions } from '../call/progress-channel.js';
import { setupError } from '../errors.js';
import type { RequestExtra } from '../handler/context.js';
import { createLog, stderrLog, type Log, type LogSink } from '../handler/log.js';
import type { CompleteInputOptions } from '../input/visits.js';
import { cfworkerValidator } from '../tool/cfworker-validator.js';
import type { SchemaValidator } from '../tool/compile-tool.js';
import type { KvStore } from '../store/kv-store.js';
import type { ToolDefinition, ToolIcon } from '../tool/definition.js';
import { checkServerOptions, serverDefaults } from './check-server-options.js';
import { checkOptions } from './check-options.js';
import { closeChecks, drain, type CloseOptions } from './drain.js';
import type { Exchange } from './exchange.js';
import { InputSettings, type InputOptions } from './input-settings.js';
import { Refusals } from './refusals.js';
import { Registry } from './registry.js';

/** What a server is made of. `contextFactory` may be left out if no tool needs more than `{}`. */
export type ServerOptions<TContext> = OpenServerOptions<TContext> &
  ({} extends NoInfer<TContext> ? {} : ContextFactoryOption<TContext>);

export interface ContextFactoryOption<TContext> {
  /** Builds the application's context for each call, from the raw request. */
  readonly contextFactory: (extra: RequestExtra) => TContext | Promise<TContext>;
}

export interface OpenServerOptions<TContext> extends Partial<ContextFactoryOption<TContext>> {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly ToolIcon[];
  /** What the model should know of this server as a whole. */
  readonly instructions?: string;
  readonly tools: readonly ToolDefinition<unknown, unknown, TContext>[];
  /** Of all tools together. Default: no bound. */
  readonly concurrency?: { readonly max: number; readonly queue?: number };
  /** How long a cancelled handler may clean up before its slot and key are freed without it, in ms. Default 5000. */
  readonly graceMs?: number;
  readonly progress?: ProgressOptions;
  /**
   * False: no `logging` capability, and no record ever goes to a client. `maxPerSecond`: log messages to one client
   * (stdio connection, 2025-11-25 session or stateless request); the rest of a second is lost and counted. Default 1000.
   */
  readonly logging?: boolean | LoggingOptions;
  /** Takes every log record; `false` for none. Default: JSON lines on stderr from `info` on. */
  readonly log?: LogSink | false;
  /** How long and for whom clients may keep lists (2026-07-28). Default `{ ttlMs: 0, cacheScope: 'private' }`. */
  readonly cache?: Partial<CacheHints>;
  /** Tools a page of `tools/list`. Default: all on one. */
  readonly pageSize?: number;
  /** Stands for each dot of a tool's name on the wire, for hosts that refuse dots. Default `.`. */
  readonly nameSeparator?: string;
  /** How wrong arguments are answered: as a result that the model can act on, or as `-32602`. Default `tool-error`. */
  readonly invalidArguments?: 'tool-error' | 'protocol-error';
  /** Checks arguments against JSON Schema. Default: `@cfworker/json-schema`. */
  readonly validator?: SchemaValidator;
  readonly input?: InputOptions;
  /** Keeps which states were used, and those too large to travel. Default: the memory of this process. */
  readonly store?: KvStore;
  /** Tells authors in the log, once a tool, what will surprise them in production. Default: unless `NODE_ENV` is `production`. */
  readonly development?: boolean;
  /** Told of each step in the life of each call. Must not throw. */
  readonly onCallEvent?: CallObserver;
}

export interface LoggingOptions {
  readonly maxPerSecond?: number;
}

/** How much is going on. All but `abandonedTotal` are zero when nothing runs. */
export interface ServerCounts {
  /** Requests without an answer. */
  readonly inFlight: number;
  /** Calls that wait for a slot or key. */
  readonly queued: number;
  /** Handlers that have not settled, those of cancelled calls included until they are given up. */
  readonly running: number;
  /** Handlers that did not stop when told, since the start. */
  readonly abandonedTotal: number;
}

/** One server, for any number of transports at once. */
export interface Server {
  readonly info: Implementation;
  counts(): ServerCounts;
  /**
   * A page tells that the visit under this id (of `ask.url`) is over: the call that waits for it goes on. False: no call
   * has asked under it, the time to answer has passed, or another `principal` was asked. Any server that shares the
   * `store` may be told.
   */
  completeInput(id: string, options?: CompleteInputOptions): Promise<boolean>;
  /** Takes no new calls, waits for those that run, ends the rest with `SHUTTING_DOWN`, and closes every transport. */
  close(options?: CloseOptions): Promise<void>;
}

export function createServer<TContext extends object = {}>(options: ServerOptions<TContext>): Server {
  // Types are checked here and no longer needed inside.
  return new ServerCore(options as unknown as ServerOptions<object>);
}

/** The inside of a server, for transports of this package. */
export function coreOf(server: Server): ServerCore {
  if (server instanceof ServerCore) return server;
  throw setupError('Expected a server made by createServer().');
}

export class ServerCore implements Server {
  readonly info: Implementation;
  readonly writers: Readonly<Record<Era, ResultWriter>>;
  readonly instructions: string | undefined;
  readonly capabilities: Readonly<Record<string, object>>;
  readonly cache: CacheHints;
  readonly pageSize: number | undefined;
  readonly progress: ProgressOptions;
  readonly invalidArguments: 'tool-error' | 'protocol-error';
  readonly logSink: LogSink;
  readonly log: Log;
  readonly refusals: Refusals;
  readonly maxLogsPerSecond: number;
  readonly engine: CallEngine;
  readonly registry: Registry;
  readonly inputs: InputSettings;
  /** Requests without an answer, on all transports. */
  readonly exchanges = new Set<Exchange>();
  /** Closes each transport that listens. Added by the transport, removed when it has closed itself. */
  readonly transports = new Set<(options?: CloseOptions) => Promise<void>>();
  #closing: Promise<void> | undefined;

  constructor(options: ServerOptions<object>) {
    checkServerOptions(options);
    const { name, version, title, websiteUrl, icons } = options;
    this.info = Object.freeze({
      name,
      version,
      ...(title === undefined ? {} : { title }),
      ...(websiteUrl === undefined ? {} : { websiteUrl }),
      ...(icons === undefined ? {} : { icons }),
    });
    this.writers = {
      '2025-11-25': new ResultWriter(codecs['2025-11-25'], this.info),
      '2026-07-28': new ResultWriter(codecs['2026-07-28'], this.info),
    };
    this.instructions = options.instructions;
    this.capabilities = Object.freeze({ tools: {}, ...(options.logging === false ? {} : { logging: {} }) });
    this.cache = { ttlMs: 0, cacheScope: 'private', ...options.cache };
    this.pageSize = options.pageSize;
    this.progress = options.progress ?? {};
    this.invalidArguments = options.invalidArguments ?? 'tool-error';
    this.logSink = options.log === false ? () => {} : (options.log ?? stderrLog());
    this.log = createLog('server', [this.logSink]);
    this.inputs = new InputSettings(options.input ?? {}, options.store, this.log);
    this.refusals = new Refusals(this.log);
    const { maxPerSecond = serverDefaults.maxLogsPerSecond } =
      typeof options.logging === 'object' ? options.logging : {};
    this.maxLogsPerSecond = maxPerSecond;
    this.engine = new CallEngine({
      contextFactory: options.contextFactory,
      graceMs: options.graceMs ?? serverDefaults.graceMs,
      limits: options.concurrency && {
        max: options.concurrency.max,
        queue: options.concurrency.queue ?? Number.POSITIVE_INFINITY,
      },
      validator: options.validator ?? cfworkerValidator,
      log: this.log,
      observer: options.onCallEvent,
      isDevelopment: options.development ?? isDevelopment(),
    });
    this.registry = new Registry(options.tools, this.engine, options.nameSeparator ?? '.');
  }

  get isClosing(): boolean {
    return this.#closing !== undefined;
  }

  counts(): ServerCounts {
    const { scheduler, running, abandonedTotal } = this.engine;
    return { inFlight: this.exchanges.size, queued: scheduler.waiting, running, abandonedTotal };
  }

  async completeInput(id: string, options?: CompleteInputOptions): Promise<boolean> {
    return this.inputs.visits.complete(id, options);
  }

  async close(options: CloseOptions = {}): Promise<void> {
    checkOptions(options, closeChecks);
    return (this.#closing ??= this.#close(options));
  }

  async #close(options: CloseOptions | undefined): Promise<void> {
    await drain(
      { exchanges: this.exchanges, isSettled: () => this.engine.running === 0, graceMs: this.engine.graceMs },
      options,
    );
    await Promise.all([...this.transports].map((close) => close(options)));
  }
}

function isDevelopment(): boolean {
  const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
  return process !== undefined && process.env?.['NODE_ENV'] !== 'production';
}

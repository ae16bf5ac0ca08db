import {
  encodeNotification,
  encodeRequest,
  methods,
  type Era,
  type LogLevel,
  type Params,
  type ProgressToken,
  type RpcRequest,
} from '@mcpfusion/protocol';
import { Call } from './call.js';
import type { CallOptions } from './call-options.js';
import { CallTable } from './call-table.js';
import { cancelledParams } from './cancelled.js';
import type { Carrier, CarrierHost, HeaderChanges, Transport, TransportKind } from './carrier.js';
import type { ConnectOptions } from './connect-options.js';
import { Dispatch } from './dispatch.js';
import { ConnectionLost } from './errors.js';
import type { Finding } from './finding.js';
import type { Frame } from './frame.js';
import { FrameLog, type FrameListener } from './frame-log.js';
import { initialize, openSession, type Handshake } from './handshake.js';
import { capabilitiesOf } from './input/capabilities-of.js';
import type { HttpExchange, HttpRequest } from './http/exchange.js';
import { requestParams, type Identity } from './request-params.js';
import { RunningCall } from './running-call.js';
import { ServerRequests } from './server-requests.js';
import { nothingKnown, type ServerFacts, type Session } from './session.js';
import type { CallResult } from './tools/call-result.js';
import type { ListedTool } from './tools/list-all.js';
import { ToolCalls } from './tools/tool-calls.js';

const defaultTimeoutMs = 60_000;
const defaultMaxFrames = 10_000;
const maxFindings = 10_000;

/** An open connection to a server. Everything that passes is recorded, wrong things too. */
export class Client {
  readonly transport: TransportKind;
  /** What came in and should not have, oldest first. */
  readonly findings: Finding[] = [];
  /** Resolves when `lostBy` is set. Over HTTP only closing ends a connection: each request stands for itself. */
  readonly lost: Promise<ConnectionLost>;
  readonly #options: ConnectOptions;
  readonly #identity: Identity;
  readonly #session: Session;
  readonly #log: FrameLog;
  readonly #calls = new CallTable();
  readonly #serverRequests: ServerRequests;
  readonly #tools: ToolCalls;
  #carrier!: Carrier;
  #logLevel: LogLevel | undefined;
  // 0 stays free for those who want to send it on purpose.
  #nextId = 1;
  #nextToken = 1;
  #renewing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #lostBy: ConnectionLost | undefined;
  #hasLost!: (error: ConnectionLost) => void;

  /** Opens the way to the server and shakes hands; `connect` is the door. */
  static async open(transport: Transport, options: ConnectOptions): Promise<Client> {
    const client = new Client(transport.kind, options);
    client.#carrier = await transport.open(client.#host());
    const { signal } = options;
    const giveUp = (): void => void client.close();
    try {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', giveUp, { once: true });
      await openSession(client.#handshake());
      return client;
    } catch (error) {
      await client.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  private constructor(transport: TransportKind, options: ConnectOptions) {
    const { era, clientInfo, onRequest = {}, protocolVersion, maxFrames = defaultMaxFrames } = options;
    const { capabilities = capabilitiesOf(onRequest) } = options;
    this.transport = transport;
    this.#options = options;
    this.lost = new Promise((resolve) => (this.#hasLost = resolve));
    this.#identity = { clientInfo: clientInfo ?? { name: 'mcpfusion-client', version: '0.1.0' }, capabilities };
    this.#session = {
      era: era === 'auto' ? '2026-07-28' : era,
      protocolVersion: protocolVersion ?? (era === 'auto' ? '2026-07-28' : era),
      isInitialized: false,
      sessionId: undefined,
      server: nothingKnown,
    };
    this.#log = new FrameLog(maxFrames);
    if (options.onFrame) this.#log.listen(options.onFrame);
    this.#serverRequests = new ServerRequests({
      handlers: onRequest,
      capabilities,
      callsOf: (frame) => this.#callsOf(frame),
      reply: (response, text) => this.#carrier.send(response, text, {}),
    });
    this.#tools = new ToolCalls({
      request: (method, params, callOptions) => this.request(method, params, callOptions),
      mirrorsParams: () => this.transport === 'http' && this.era === '2026-07-28',
      capabilities,
      inputHandlers: () => (this.era === '2026-07-28' ? onRequest : {}),
      onRefused: ({ name, why }) => this.#found({ kind: 'refused-tool', text: `${name} is left out: ${why}.` }),
    });
  }

  get era(): Era {
    return this.#session.era;
  }
  get protocolVersion(): string {
    return this.#session.protocolVersion;
  }
  /** 2025 HTTP: the session the server has given, if any. */
  get sessionId(): string | undefined {
    return this.#session.sessionId;
  }
  /** What the server said about itself. */
  get server(): ServerFacts {
    return this.#session.server;
  }
  /** Undefined while the server can be reached; then why it no longer can: it ended, or this side closed. */
  get lostBy(): ConnectionLost | undefined {
    return this.#lostBy;
  }
  /** stdio: of the process that was started. */
  get pid(): number | undefined {
    return this.#carrier.pid;
  }
  /** stdio: the last part of what the server wrote to stderr. */
  get stderrTail(): string {
    return this.#carrier.stderrTail?.() ?? '';
  }
  /** Both ways, oldest first, the newest `maxFrames`. */
  get frames(): readonly Frame[] {
    return this.#log.frames;
  }

  /** Called for each frame as it passes. Gives a function that ends it. */
  onFrame(listener: FrameListener): () => void {
    return this.#log.listen(listener);
  }

  /** The first frame that fits, recorded already or to come. */
  waitForFrame(fits: (frame: Frame) => boolean, timeoutMs = 10_000, signal?: AbortSignal): Promise<Frame> {
    return this.#log.waitFor(fits, timeoutMs, signal);
  }

  /** Sends a request and gives it into the caller's hands. */
  start(method: string, params: Params = {}, options: CallOptions = {}): RunningCall {
    const call = new Call({
      id: options.id ?? this.#freeId(),
      method,
      progressToken: this.#chooseToken(method, options),
      options,
      defaultTimeoutMs: this.#options.requestTimeoutMs ?? defaultTimeoutMs,
      tellServer: (given, reason) => this.#cancel(given, reason),
      onSettled: (given) => this.#calls.remove(given),
    });
    if (options.signal?.aborted) void call.cancel(options.signal.reason);
    else if (this.#closing) call.fail(new ConnectionLost('The connection was closed by this side.'));
    else this.#send(call, params, options);
    return new RunningCall(call, () => this.frames);
  }

  async request(method: string, params: Params = {}, options: CallOptions = {}): Promise<Params> {
    return this.start(method, params, options).result;
  }

  /** Resolves when it is written; HTTP: when the server has accepted it. */
  notify(method: string, params: Params = {}, headers: HeaderChanges = {}): Promise<void> {
    return this.#carrier.send({ kind: 'notification', method, params }, encodeNotification(method, params), headers);
  }

  /** The tools of every page. */
  listTools(options: CallOptions = {}): Promise<ListedTool[]> {
    return this.#tools.list(options);
  }

  /** Over HTTP in 2026, list the tools first: only then is it known which arguments go into headers as well. */
  callTool(name: string, args: Params = {}, options: CallOptions = {}): Promise<CallResult> {
    return this.#tools.call(name, args, options);
  }

  /** 2025: of the session. 2026: sent with each request from now on. */
  async setLogLevel(level: LogLevel, options: CallOptions = {}): Promise<void> {
    if (this.era === '2025-11-25') await this.request(methods.setLevel, { level }, options);
    else this.#logLevel = level;
  }

  /** Puts bytes on the wire as they are. On HTTP they are the body of a POST with exactly the headers given. */
  async sendRaw(
    data: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpExchange | undefined> {
    if (!this.#carrier.sendRaw) return this.sendHttp({ body: data, headers });
    this.#carrier.sendRaw(data);
    return undefined;
  }

  /** HTTP: any request with exactly the headers given. Its frames are recorded, and matched to no call. */
  sendHttp(request: HttpRequest): HttpExchange {
    if (!this.#carrier.openHttp) throw new Error(`Expected an HTTP connection, this one is ${this.transport}.`);
    return this.#carrier.openHttp(request);
  }

  /** 2025 HTTP: opens the stream on which the server may speak of its own accord. */
  openServerStream(): HttpExchange {
    if (!this.#carrier.openServerStream) throw new Error(`Expected an HTTP connection, this one is ${this.transport}.`);
    return this.#carrier.openServerStream();
  }

  /** Ends the connection; calls in flight reject. stdio: the process and all it started have ended when it resolves. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(): Promise<void> {
    this.#failAll(new ConnectionLost('The connection was closed by this side.'));
    await this.#carrier.close();
  }

  #failAll(error: ConnectionLost): void {
    this.#lostBy ??= error;
    this.#hasLost(error);
    for (const call of this.#calls.running) call.fail(error);
    this.#serverRequests.close();
    this.#log.close(error);
  }

  #send(call: Call, given: Params, options: CallOptions): void {
    const { id, method, progressToken } = call;
    if (options.logLevel !== undefined && this.era === '2025-11-25') {
      throw new Error('Expected no logLevel: in 2025-11-25 the level is the session’s, see setLogLevel.');
    }
    const { logLevel = this.#logLevel, meta } = options;
    const params = requestParams(given, this.#session, this.#identity, { logLevel, meta, progressToken });
    const message: RpcRequest = { kind: 'request', id, method, params };
    this.#calls.add(call);
    try {
      const text = encodeRequest(id, method, params);
      const { headers = {} } = options;
      call.follow(this.#carrier.sendRequest({ message, text, headers, onEnded: (error) => call.fail(error) }));
    } catch (error) {
      // Nothing was sent: arguments that are no JSON, a header that HTTP does not allow.
      call.fail(error instanceof Error ? error : new Error('The request could not be sent.', { cause: error }));
    }
  }

  /** On a shared channel, and on the stream that the server opens of its own accord, a question names no call. */
  #callsOf({ http }: Frame): readonly Call[] {
    const call = http && this.#calls.byStream(http.streamId);
    return call ? [call] : this.#calls.running;
  }

  #freeId(): number {
    while (this.#calls.byId(this.#nextId)) this.#nextId++;
    return this.#nextId++;
  }

  #chooseToken(method: string, options: CallOptions): ProgressToken | undefined {
    const { progressToken, onProgress, resetTimeoutOnProgress } = options;
    if (progressToken !== undefined) return progressToken === false ? undefined : progressToken;
    const isWanted = method === methods.toolsCall || onProgress !== undefined || resetTimeoutOnProgress === true;
    // Unlike any id, so that a server which makes tokens from ids is found out.
    return isWanted ? `progress-${this.#nextToken++}` : undefined;
  }

  async #cancel(call: Call, reason: string | undefined): Promise<void> {
    // Source: 2025-11-25, Cancellation: `initialize` MUST NOT be cancelled.
    if (!call.sent || call.method === methods.initialize) return;
    await this.#carrier.cancel(call.sent, cancelledParams(call.id, reason));
  }

  #found(finding: Finding): void {
    if (this.findings.length < maxFindings) this.findings.push(finding);
    this.#options.onFinding?.(finding);
  }

  #host(): CarrierHost {
    const dispatch = new Dispatch({
      session: this.#session,
      calls: this.#calls,
      serverRequests: this.#serverRequests,
      onNotification: this.#options.onNotification,
      onFinding: (finding) => this.#found(finding),
    });
    return {
      session: this.#session,
      sendTimeoutMs: this.#options.requestTimeoutMs ?? defaultTimeoutMs,
      record: (frame) => this.#log.record(frame),
      dispatch: (frame) => dispatch.frame(frame),
      lost: (error) => this.#failAll(error),
      renewSession: (lostSessionId) => this.#renewSession(lostSessionId),
    };
  }

  #handshake(): Handshake {
    return {
      transport: this.transport,
      session: this.#session,
      identity: this.#identity,
      options: this.#options,
      request: (method, params, options) => this.request(method, params, options),
      notify: (method) => this.notify(method),
    };
  }

  async #renewSession(lostSessionId: string): Promise<void> {
    if (!this.#renewing && this.#session.sessionId !== lostSessionId) return;
    this.#renewing ??= this.#openNewSession().finally(() => (this.#renewing = undefined));
    await this.#renewing;
  }

  async #openNewSession(): Promise<void> {
    this.#session.sessionId = undefined;
    this.#session.isInitialized = false;
    await initialize(this.#handshake(), this.#options.protocolVersion);
  }
}

import type { Frame } from '@mcpfusion/client';
import {
  errorCodes,
  isObject,
  methods,
  type Capabilities,
  type RpcMessage,
  type RpcResponse,
} from '@mcpfusion/protocol';
import type { RequestSeen } from './request-seen.js';

const onlyModern: ReadonlySet<number> = new Set([
  errorCodes.headerMismatch,
  errorCodes.missingRequiredClientCapability,
  errorCodes.unsupportedProtocolVersion,
]);

/** What `initialize` and `server/discover` have agreed on so far. */
export class SessionSeen {
  /** 2025: the newest `initialize`. */
  initialize: RequestSeen | undefined;
  /** Its result; undefined until it has come. */
  initializeResult: Frame | undefined;
  /** 2025: what the server has agreed to speak. */
  protocolVersion: string | undefined;
  /** 2025: `notifications/initialized` is on the wire. */
  isInitialized = false;
  /** 2025 HTTP: as the answer to `initialize` gave it. */
  sessionId: string | undefined;
  /** What the server said it can do; undefined while it has not said. */
  serverCapabilities: Capabilities | undefined;
  /**
   * The server has shown that it knows 2026-07-28. Before that it may be one of the older revision that is only probed,
   * and is right in its own way.
   */
  isModern = false;
  /** 2025: what this side said that it can do. */
  clientCapabilities: Capabilities = {};

  sent(message: RpcMessage, request: RequestSeen | undefined): void {
    if (message.kind === 'notification' && message.method === methods.initialized) this.isInitialized = true;
    if (request?.method !== methods.initialize || request.era === '2026-07-28') return;
    const { capabilities } = request.params;
    this.initialize = request;
    this.initializeResult = undefined;
    this.isInitialized = false;
    this.sessionId = undefined;
    this.clientCapabilities = isObject(capabilities) ? capabilities : {};
  }

  /** A response to a request of 2026-07-28. */
  answeredModern({ result, error }: RpcResponse): void {
    this.isModern ||= typeof result?.['resultType'] === 'string' || Array.isArray(result?.['supportedVersions']);
    this.isModern ||= error !== undefined && onlyModern.has(error.code);
  }

  answered(frame: Frame, result: Readonly<Record<string, unknown>>, request: RequestSeen): void {
    const isInitialize = request === this.initialize;
    if (!isInitialize && request.method !== methods.discover) return;
    const { capabilities, protocolVersion } = result;
    if (isObject(capabilities)) this.serverCapabilities = capabilities;
    if (!isInitialize) return;
    this.initializeResult = frame;
    this.sessionId = frame.http?.headers['mcp-session-id'];
    if (typeof protocolVersion === 'string') this.protocolVersion = protocolVersion;
  }
}

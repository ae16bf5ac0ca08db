import type { Capabilities, Era, Implementation } from '@mcpfusion/protocol';

/** What client and server have agreed on; filled in while the connection opens. */
export interface Session {
  era: Era;
  /** 2025: what `initialize` agreed on. 2026: what `_meta` of each request says. */
  protocolVersion: string;
  /** 2025: the handshake is over. */
  isInitialized: boolean;
  /** 2025 HTTP, once the server has given one. */
  sessionId: string | undefined;
  server: ServerFacts;
}

/** What the server said about itself in `initialize` or `server/discover`. */
export interface ServerFacts {
  readonly info: Implementation | undefined;
  readonly capabilities: Capabilities;
  readonly instructions: string | undefined;
  /** 2026: the versions it can be spoken to in. */
  readonly supportedVersions: readonly string[];
}

export const nothingKnown: ServerFacts = Object.freeze({
  info: undefined,
  capabilities: Object.freeze({}),
  instructions: undefined,
  supportedVersions: Object.freeze([]),
});

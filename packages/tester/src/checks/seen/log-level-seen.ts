import type { Frame } from '@mcpfusion/client';
import { isAtLeast, isLogLevel, type LogLevel } from '@mcpfusion/protocol';
import type { RequestSeen } from './request-seen.js';

/** HTTP: a log message on another socket may be overtaken by the answer to `logging/setLevel`. */
const otherSocketMs = 1_000;

/** 2025: the level that `logging/setLevel` has set for the session. */
export class LogLevelSeen {
  #level: LogLevel | undefined;
  #before: LogLevel | undefined;
  #setBy: RequestSeen | undefined;
  #atMs = 0;

  /** The request that has set it. */
  get setBy(): RequestSeen | undefined {
    return this.#setBy;
  }

  answered(frame: Frame, request: RequestSeen): void {
    const { level } = request.params;
    if (!isLogLevel(level)) return;
    this.#before = this.#level;
    this.#level = level;
    this.#setBy = request;
    this.#atMs = frame.atMs;
  }

  /** The least severe level that may come, given what may still be under way. Undefined: any. */
  leastFor(frame: Frame, pending: Iterable<RequestSeen>): LogLevel | undefined {
    const levels = [this.#level];
    if (frame.http && frame.atMs - this.#atMs < otherSocketMs) levels.push(this.#before);
    for (const { method, params } of pending) {
      if (method === 'logging/setLevel') levels.push(isLogLevel(params['level']) ? params['level'] : undefined);
    }
    return levels.reduce((least, level) =>
      least === undefined || level === undefined ? undefined : isAtLeast(level, least) ? least : level,
    );
  }
}

import type { Frame } from '@mcpfusion/client';

const maxIds = 5_000;

/** 2025 HTTP: the ids of server-sent events, to know what is sent again and which stream a GET resumes. */
export class EventIdsSeen {
  readonly #frames = new Map<string, Frame>();

  /** The first event of that id. */
  first(eventId: string): Frame | undefined {
    return this.#frames.get(eventId);
  }

  /** The same event again, as a client that resumes a stream gets it. */
  isRedelivery(frame: Frame): boolean {
    const eventId = frame.http?.eventId;
    return eventId !== undefined && this.#frames.get(eventId)?.raw === frame.raw && frame.http?.method === 'GET';
  }

  take(frame: Frame): void {
    const eventId = frame.http?.eventId;
    if (eventId === undefined || this.#frames.has(eventId)) return;
    this.#frames.set(eventId, frame);
    if (this.#frames.size <= maxIds) return;
    for (const oldest of this.#frames.keys()) {
      this.#frames.delete(oldest);
      break;
    }
  }
}

import type { Frame } from '@mcpfusion/client';
import { thin } from './thin.js';

const maxIds = 5_000;

/** 2025 HTTP: the ids of server-sent events, to know what is sent again and which stream a GET resumes. */
export class EventIdsSeen {
  /** With the length of its text: of a large one only the beginning is kept. */
  readonly #frames = new Map<string, { readonly frame: Frame; readonly chars: number }>();

  /** The first event of that id. */
  first(eventId: string): Frame | undefined {
    return this.#frames.get(eventId)?.frame;
  }

  /** The same event again, as a client that resumes a stream gets it. */
  isRedelivery(frame: Frame): boolean {
    const eventId = frame.http?.eventId;
    const first = eventId === undefined ? undefined : this.#frames.get(eventId);
    if (!first || frame.http?.method !== 'GET') return false;
    return first.chars === frame.raw.length && first.frame.raw === thin(frame).raw;
  }

  take(frame: Frame): void {
    const eventId = frame.http?.eventId;
    if (eventId === undefined || this.#frames.has(eventId)) return;
    this.#frames.set(eventId, { frame: thin(frame), chars: frame.raw.length });
    if (this.#frames.size <= maxIds) return;
    for (const oldest of this.#frames.keys()) {
      this.#frames.delete(oldest);
      break;
    }
  }
}

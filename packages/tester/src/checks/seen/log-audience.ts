import type { Frame } from '@mcpfusion/client';
import type { Traffic } from '../traffic.js';
import { isInFlight, isPastCancel, type RequestSeen } from './request-seen.js';

/**
 * 2026: the requests a log message may belong to: on HTTP the one of its stream, on a shared channel each that runs,
 * but for subscriptions, which have none.
 * Undefined where nothing can be said: a session, or a server of the older revision that is probed, may have its own
 * logs, and hostile bytes may have been read as a request.
 */
export function logAudience(frame: Frame, traffic: Traffic): readonly RequestSeen[] | undefined {
  if (!traffic.session.isModern) return undefined;
  if (frame.http) {
    const own = traffic.streamRequest(frame);
    return own?.era === '2026-07-28' ? [own] : undefined;
  }
  if (traffic.session.initialize || traffic.hostile.any) return undefined;
  return [...traffic.requests.inFlight].filter(
    (request) => isInFlight(request) && !isPastCancel(request, frame) && request.method !== 'subscriptions/listen',
  );
}

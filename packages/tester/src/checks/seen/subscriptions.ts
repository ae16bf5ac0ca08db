import type { Frame } from '@mcpfusion/client';
import { isObject, isRequestId, type Params } from '@mcpfusion/protocol';
import type { Traffic } from '../traffic.js';
import { isPastCancel, type RequestSeen } from './request-seen.js';

/** In `_meta`: the id of the listen request that a notification belongs to. */
export const subscriptionIdKey = 'io.modelcontextprotocol/subscriptionId';

export const acknowledged = 'notifications/subscriptions/acknowledged';

/** The member of the filter that asks for each notification: `true`, or an array of URIs. */
export const filterMembers: ReadonlyMap<string, string> = new Map([
  ['notifications/tools/list_changed', 'toolsListChanged'],
  ['notifications/prompts/list_changed', 'promptsListChanged'],
  ['notifications/resources/list_changed', 'resourcesListChanged'],
  ['notifications/resources/updated', 'resourceSubscriptions'],
]);

/** `holds({ toolsListChanged: true }, 'toolsListChanged')` */
export function holds(filter: Readonly<Record<string, unknown>>, member: string): boolean {
  const value = filter[member];
  return value === true || (Array.isArray(value) && value.length > 0);
}

export function subscriptionIdIn(params: Params): unknown {
  return isObject(params['_meta']) ? params['_meta'][subscriptionIdKey] : undefined;
}

/** The listen request on whose stream a notification is or, on a shared channel, whose id it carries. */
export function subscriptionOf(frame: Frame, traffic: Traffic, params: Params): RequestSeen | undefined {
  const id = subscriptionIdIn(params);
  const named = frame.http ? traffic.streamRequest(frame) : isRequestId(id) ? traffic.requests.byId(id) : undefined;
  return named && isListen(named) ? named : undefined;
}

/** The subscriptions that a notification on a shared channel may belong to. */
export function openSubscriptions(frame: Frame, traffic: Traffic): readonly RequestSeen[] {
  return [...traffic.requests.inFlight].filter((request) => isListen(request) && !isPastCancel(request, frame));
}

/** A change can be told in subscriptions alone: there is no session that has its own, and nothing hostile was sent. */
export function tellsInSubscriptions(frame: Frame, traffic: Traffic): boolean {
  const { session, hostile } = traffic;
  if (!session.isModern) return false;
  return frame.http ? traffic.streamRequest(frame)?.era === '2026-07-28' : !session.initialize && !hostile.any;
}

function isListen({ method, era, isTwin }: RequestSeen): boolean {
  return method === 'subscriptions/listen' && era === '2026-07-28' && !isTwin;
}

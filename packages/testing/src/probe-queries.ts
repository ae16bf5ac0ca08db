import type { ProbeEvent, ProbeState } from './fixture/probe.js';

/** What happened to the call of one tag, in order. */
export function eventsOf(state: ProbeState, tag: string): readonly ProbeEvent[] {
  return state.events.filter((event) => event.tag === tag);
}

/** For `probeUntil`: that has happened to the call of that tag. */
export function has(tag: string, what: ProbeEvent['what']): (state: ProbeState) => boolean {
  return (state) => eventsOf(state, tag).some((event) => event.what === what);
}

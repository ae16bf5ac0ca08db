import type { ProbeState } from '@mcpfusion/testing';

/** What the steps of a call did, in order. */
export function stepsOf({ events }: Pick<ProbeState, 'events'>, tag: string): string[] {
  return events.filter((event) => event.tag === tag && event.what === 'step').map(({ reason = '' }) => reason);
}

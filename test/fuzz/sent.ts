/** Frames that went to a server, by wire. */
const counts = new Map<string, number>();

export function countSent(wire: string, frames: number): void {
  counts.set(wire, (counts.get(wire) ?? 0) + frames);
}

export const sentByWire = (): ReadonlyMap<string, number> => counts;

export const sentTotal = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

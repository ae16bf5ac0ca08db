import type { Capabilities, Era } from '@mcpfusion/protocol';
import { test } from 'vitest';
import { fixtureServer, type WireServer } from './host.js';
import { openWire } from './open-wire.js';
import type { Wire, WireClient, WireLabels, WireTransport } from './wire.js';

export interface WireTestOptions {
  readonly eras?: readonly Era[];
  readonly transports?: readonly WireTransport[];
  readonly clients?: readonly WireClient[];
  /** Default: the fixture, fresh for each test. */
  readonly server?: WireServer;
  /** What the clients declare. Default: nothing. */
  readonly capabilities?: Capabilities;
  /** Combinations that cannot hold, and why. Shown as skipped. */
  readonly skip?: readonly { readonly where: Partial<WireLabels>; readonly reason: string }[];
  readonly timeoutMs?: number;
}

const register: (name: string, options: { timeout: number; skip: boolean }, run: () => Promise<void>) => void = test;

const allEras: readonly Era[] = ['2025-11-25', '2026-07-28'];
const allTransports: readonly WireTransport[] = ['memory', 'stdio', 'http'];
const allClients: readonly WireClient[] = ['ours', 'sdk-v2', 'sdk-v1'];

/** Registers one test for each combination of era, transport and client. */
export function onEveryWire(title: string, run: (wire: Wire) => Promise<void>, options: WireTestOptions = {}): void {
  for (const labels of combinations(options)) {
    const name = `${title} · ${labels.era} · ${labels.transport} · ${labels.client}`;
    const skipped = options.skip?.find(({ where }) => fits(labels, where));
    const testOptions = { timeout: options.timeoutMs ?? 30_000, skip: skipped !== undefined };
    register(skipped ? `${name} (${skipped.reason})` : name, testOptions, async () => {
      const { wire, close } = await openWire(labels, options.server ?? fixtureServer(), options.capabilities);
      try {
        await run(wire);
      } finally {
        await close();
      }
    });
  }
}

function combinations(options: WireTestOptions): readonly WireLabels[] {
  const { eras = allEras, transports = allTransports, clients = allClients } = options;
  return eras.flatMap((era) =>
    transports.flatMap((transport) =>
      clients
        // Version 1 of the official SDK knows sessions only.
        .filter((client) => client !== 'sdk-v1' || era === '2025-11-25')
        .map((client) => ({ era, transport, client })),
    ),
  );
}

function fits(labels: WireLabels, where: Partial<WireLabels>): boolean {
  return (Object.keys(where) as (keyof WireLabels)[]).every((key) => labels[key] === where[key]);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '@mcpfusion/client';
import type { Capabilities } from '@mcpfusion/protocol';
import { connectOurs } from './clients/ours.js';
import { connectSdkV1 } from './clients/sdk-v1.js';
import { connectSdkV2 } from './clients/sdk-v2.js';
import type { ProbeState } from './fixture/probe.js';
import { startHost, type Target, type WireServer } from './host.js';
import type { ConnectedClient, Wire, WireLabels } from './wire.js';

const probeWaitMs = 10_000;
const probePauseMs = 10;

export interface OpenWire {
  readonly wire: Wire;
  /** Every client, then the server. */
  readonly close: () => Promise<void>;
}

/** Starts a server and connects one client to it. */
export async function openWire(
  labels: WireLabels,
  server: WireServer,
  capabilities: Capabilities = {},
): Promise<OpenWire> {
  const host = await startHost(labels.transport, server);
  const clients: ConnectedClient[] = [];
  const connectOne = async (): Promise<Wire> => {
    const client = await connectTo(host.target, labels, capabilities);
    clients.push(client);
    return toWire(labels, client, connectOne);
  };
  const close = async (): Promise<void> => {
    await Promise.allSettled(clients.map((client) => client.close()));
    await host.close();
  };
  try {
    return { wire: await connectOne(), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function connectTo(target: Target, { client, era }: WireLabels, capabilities: Capabilities): Promise<ConnectedClient> {
  const options = { era, capabilities };
  switch (client) {
    case 'ours':
      return connectOurs(target, options);
    case 'sdk-v2':
      return connectSdkV2(target, options);
    case 'sdk-v1':
      return connectSdkV1(target, options);
  }
}

function toWire(labels: WireLabels, client: ConnectedClient, connectOne: () => Promise<Wire>): Wire {
  const probe = async (): Promise<ProbeState> =>
    JSON.parse(textOf(await client.callTool('probe.state', {}, { noProgress: true }))) as ProbeState;
  return {
    ...labels,
    ...client,
    probe,
    probeUntil: async (fits) => {
      const until = performance.now() + probeWaitMs;
      for (;;) {
        const state = await probe();
        if (fits(state)) return state;
        if (performance.now() > until) throw new Error(`The server never got there: ${JSON.stringify(state)}`);
        await sleep(probePauseMs);
      }
    },
    release: async (gate) => {
      await client.callTool('release', { gate }, { noProgress: true });
    },
    another: () => {
      if (labels.transport === 'stdio') throw new Error('A stdio server has one client.');
      return connectOne();
    },
  };
}

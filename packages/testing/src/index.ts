export { onEveryWire } from './on-every-wire.js';
export type { WireTestOptions } from './on-every-wire.js';
export type {
  ConnectedClient,
  Wire,
  WireAnswerer,
  WireCallOptions,
  WireClient,
  WireLabels,
  WireProgress,
  WireQuestion,
  WireTool,
  WireTransport,
} from './wire.js';
export { rawOf } from './raw-of.js';
export { outcomeOf } from './outcome-of.js';
export { openWire } from './open-wire.js';
export type { OpenWire } from './open-wire.js';
export { fixtureServer, startHost } from './host.js';
export type { Host, Target, WireServer } from './host.js';
export { createFixtureServer } from './fixture-server.js';
export type { FixtureOptions, FixtureServer } from './fixture-server.js';
export type { ProbeEvent, ProbeState } from './fixture/probe.js';
export { hostileValues } from './fixture/hostile-values.js';
export { eventsOf, has } from './probe-queries.js';

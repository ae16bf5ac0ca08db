import { logLevels, metaKeys, type LogMessageParams } from '@mcpfusion/protocol';
import { fixtureServer, onEveryWire, rawOf } from '@mcpfusion/testing';
import { expect } from 'vitest';

const ours = { clients: ['ours'] } as const;

onEveryWire(
  'case 85: a server that says it logs takes levels',
  async (wire) => {
    const client = rawOf(wire);
    expect(client.server.capabilities).toHaveProperty('logging');
    for (const level of logLevels) expect(await client.request('logging/setLevel', { level })).toEqual({});
  },
  { ...ours, eras: ['2025-11-25'] },
);

onEveryWire(
  'case 85: a server without logging says so, takes no level and sends no message',
  async (wire) => {
    const client = rawOf(wire);
    expect(client.server.capabilities).not.toHaveProperty('logging');
    await expect(client.request('logging/setLevel', { level: 'debug' })).rejects.toMatchObject({ code: -32601 });
    const meta = wire.era === '2026-07-28' ? { [metaKeys.logLevel]: 'debug' } : {};
    await client.request('tools/call', { name: 'logs' }, { meta });
    await client.request('tools/call', { name: 'says', arguments: { text: 'x' } }, { meta });
    expect(client.frames.filter(({ raw }) => raw.includes('notifications/message'))).toEqual([]);
  },
  { ...ours, server: fixtureServer({ server: { logging: false } }) },
);

onEveryWire(
  'case 80, case 88: calls at the same time, of one client or of two, each have their own level',
  async (wire) => {
    const other = await wire.another();
    const heard = (one: typeof wire, logLevel?: 'debug' | 'error' | 'emergency') => {
      const logs: LogMessageParams[] = [];
      const options = { ...(logLevel ? { logLevel } : {}), onLog: (log: LogMessageParams) => logs.push(log) };
      return one.callTool('logs', {}, options).then(() => logs.length);
    };
    const counts = await Promise.all([
      heard(wire, 'debug'),
      heard(other, 'error'),
      heard(wire),
      heard(other, 'emergency'),
      heard(wire, 'error'),
      heard(other),
    ]);
    expect(counts).toEqual([8, 4, 0, 1, 4, 0]);
  },
  { ...ours, eras: ['2026-07-28'], transports: ['http'] },
);

onEveryWire(
  'case 88: the level of a session says nothing to requests of 2026, nor theirs to it',
  async (wire) => {
    const client = rawOf(wire);
    await client.request('logging/setLevel', { level: 'alert' });
    const stateless = {
      [metaKeys.protocolVersion]: '2026-07-28',
      [metaKeys.clientCapabilities]: {},
    };
    const logsOf = async (meta: Record<string, unknown>): Promise<number> => {
      const before = client.frames.length;
      await client.request('tools/call', { name: 'logs', arguments: {} }, { meta });
      return client.frames.slice(before).filter(({ raw }) => raw.includes('notifications/message')).length;
    };
    expect(await logsOf({})).toBe(2);
    expect(await logsOf(stateless)).toBe(0);
    expect(await logsOf({ ...stateless, [metaKeys.logLevel]: 'debug' })).toBe(8);
    expect(await logsOf({})).toBe(2);
  },
  { ...ours, eras: ['2025-11-25'], transports: ['stdio', 'memory'] },
);

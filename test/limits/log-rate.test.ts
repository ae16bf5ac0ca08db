import type { LogMessageParams } from '@mcpfusion/protocol';
import { createFixtureServer, fixtureServer, onEveryWire } from '@mcpfusion/testing';
import { connect, memory } from '@mcpfusion/client';
import { connectInMemory, type LogRecord } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { eras } from './open.js';

const server = fixtureServer({ server: { logging: { maxPerSecond: 3 } } });
const lostOf = ({ data }: LogMessageParams): number | undefined => (data as { lost?: number }).lost;

onEveryWire(
  'LOG-09 LOG25-05: beyond maxPerSecond log messages are lost, counted, and told before the answer',
  async (wire) => {
    const logs: LogMessageParams[] = [];
    await wire.callTool('logs', {}, { logLevel: 'debug', onLog: (log) => logs.push(log) });
    // The tool logs eight times.
    const told = logs.filter((log) => lostOf(log) !== undefined);
    const lost = told.reduce((sum, log) => sum + (lostOf(log) ?? 0), 0);
    expect(lost).toBeGreaterThan(0);
    expect(logs.length - told.length + lost).toBe(8);
    expect(logs.at(-1)).toEqual({
      level: 'warning',
      logger: 'logs',
      data: { message: 'log messages were lost: more than 3 in a second', lost: expect.any(Number) as number },
    });
  },
  { server },
);

onEveryWire(
  'LOG-02 LOG-03: a client that asked for less than warnings is not told of lost log messages, maxPerSecond or not',
  async (wire) => {
    const logs: LogMessageParams[] = [];
    await wire.callTool('logs', {}, { logLevel: 'error', onLog: (log) => logs.push(log) });
    expect(logs.map(({ level }) => level)).toEqual(['error', 'critical', 'alert']);
  },
  { server, clients: ['ours'] },
);

describe.each(eras)('maxPerSecond in %s', (era) => {
  it('is told to the log of the server once a call, and the default loses nothing of a few', async () => {
    const records: LogRecord[] = [];
    const log = (record: LogRecord): void => {
      if (record.logger === 'server') records.push(record);
    };
    const lostIn = async (options: object): Promise<unknown[]> => {
      records.length = 0;
      const fixture = createFixtureServer({ log, ...options });
      const client = await connect(
        memory((onFrame) => connectInMemory(fixture.server, onFrame)),
        { era },
      );
      await client.setLogLevel('debug');
      await client.callTool('logs');
      await client.close();
      return records.map(({ message, data }) => [message, data]);
    };
    expect(await lostIn({ logging: { maxPerSecond: 3 } })).toEqual([
      ['log messages were lost: more than 3 in a second', { lost: 5 }],
    ]);
    expect(await lostIn({ logging: { maxPerSecond: Number.POSITIVE_INFINITY } })).toEqual([]);
    expect(await lostIn({})).toEqual([]);
  });
});

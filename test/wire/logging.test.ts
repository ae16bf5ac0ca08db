import { logLevels, type LogLevel, type LogMessageParams } from '@mcpfusion/protocol';
import { onEveryWire } from '@mcpfusion/testing';
import { expect } from 'vitest';

const from = (least: LogLevel): LogLevel[] => logLevels.slice(logLevels.indexOf(least));

onEveryWire('LOG-03 LOG25-02: logs at the level asked for and above, none below, in order', async (wire) => {
  for (const level of logLevels) {
    const logs: LogMessageParams[] = [];
    await wire.callTool('logs', {}, { logLevel: level, onLog: (log) => logs.push(log) });
    expect(logs.map((log) => log.level)).toEqual(from(level));
    expect(logs.map(({ logger }) => logger)).toEqual(from(level).map(() => 'logs'));
    expect(logs.at(-1)?.data).toEqual({ message: 'at emergency', n: 7 });
  }
});

onEveryWire('LOG-02, B1: before anyone asks: warning and above in 2025, none in 2026', async (wire) => {
  const logs: LogLevel[] = [];
  await wire.callTool('logs', {}, { onLog: ({ level }) => logs.push(level) });
  await wire.callTool('echo', { text: 'x' });
  expect(logs).toEqual(wire.era === '2025-11-25' ? from('warning') : []);
});

onEveryWire(
  'case 88, LOG-02: the level of one request says nothing about the next',
  async (wire) => {
    const logs: LogLevel[] = [];
    await wire.callTool('logs', {}, { logLevel: 'debug' });
    await wire.callTool('logs', {}, { onLog: ({ level }) => logs.push(level) });
    expect(logs).toEqual([]);
  },
  { eras: ['2026-07-28'] },
);

onEveryWire(
  'case 86, LOG25-04: a level that is none is refused, and the old one holds',
  async (wire) => {
    await wire.setLogLevel('error');
    const attempt = wire.raw?.request('logging/setLevel', { level: 'verbose' });
    await expect(attempt).rejects.toMatchObject({ code: -32602 });
    const logs: LogLevel[] = [];
    await wire.callTool('logs', {}, { onLog: ({ level }) => logs.push(level) });
    expect(logs).toEqual(['error', 'critical', 'alert', 'emergency']);
  },
  { eras: ['2025-11-25'], clients: ['ours'] },
);

onEveryWire(
  'LOG-07: a level that is none is refused',
  async (wire) => {
    const meta = { 'io.modelcontextprotocol/logLevel': 'verbose' };
    const attempt = wire.raw?.request('tools/call', { name: 'logs', arguments: {} }, { meta });
    await expect(attempt).rejects.toMatchObject({ code: -32602 });
  },
  { eras: ['2026-07-28'], clients: ['ours'] },
);

onEveryWire(
  'case 80: each session has its own level and sees none of the other’s logs',
  async (wire) => {
    const other = await wire.another();
    await wire.setLogLevel('error');
    await other.setLogLevel('debug');
    const mine: LogMessageParams[] = [];
    const theirs: LogMessageParams[] = [];
    await Promise.all([
      wire.callTool('logs', {}, { onLog: (log) => mine.push(log) }),
      other.callTool('logs', {}, { onLog: (log) => theirs.push(log) }),
    ]);
    expect(mine.map(({ level }) => level)).toEqual(from('error'));
    expect(theirs.map(({ level }) => level)).toEqual(from('debug'));
  },
  { eras: ['2025-11-25'], transports: ['http', 'memory'] },
);

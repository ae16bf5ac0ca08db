import { setTimeout as sleep } from 'node:timers/promises';
import { onEveryWire, rawOf } from '@mcpfusion/testing';
import { expect } from 'vitest';
import { judgeFrames, told } from './judge-frames.js';

onEveryWire(
  'the fixture raises no alarm: calls, progress, logs, cancels, errors and hostile bytes',
  async (wire) => {
    const client = rawOf(wire);
    const isModern = client.era === '2026-07-28';
    await wire.listTools();
    if (!isModern) await wire.setLogLevel('notice');
    if (!isModern && client.transport === 'http') client.openServerStream();
    const level = isModern ? { logLevel: 'notice' as const } : {};
    await wire.callTool('count', { to: 50 });
    await wire.callTool('logs', {}, level);
    for (const how of ['well', 'wrongly', 'throws', 'refuses']) await wire.callTool('structured', { how });
    await wire.callTool('fails').catch(() => {});
    await wire.callTool('late', {}, level);
    await wire.callTool('no.such').catch(() => {});
    await client.request('no/such').catch(() => {});
    await client.request('ping').catch(() => {});
    for (const progressToken of [0, '0', '', 7]) {
      await client.request('tools/call', { name: 'count', arguments: { to: 2 } }, { progressToken });
    }

    const held = client.start('tools/call', { name: 'hold', arguments: { tag: 'a' } }, level);
    await wire.probeUntil(({ events }) => events.length > 0);
    await held.cancel('enough');
    await client.request('tools/call', { name: 'expires', arguments: { tag: 'c' } }).catch(() => {});
    // The server is silent about what was cancelled, also when the grace is over.
    await sleep(1_200);

    if (client.transport === 'http') {
      await client.sendHttp({ body: '{nonsense', headers: { 'Content-Type': 'application/json' } }).ended;
      await client.sendHttp({ body: '[]', headers: { 'Content-Type': 'application/json' } }).ended;
      await client.sendHttp({ method: 'PUT' }).ended;
    } else {
      await client.sendRaw('{nonsense\n[{"jsonrpc":"2.0","id":77,"method":"ping"}]\n');
      await client.sendRaw('{"jsonrpc":"2.0","id":78,');
      await client.sendRaw('"method":"ping"}\n{"jsonrpc":"2.0","id":null,"method":"ping"}\n');
    }
    await wire.callTool('echo', { text: 'x' });
    expect(told(judgeFrames(client))).toEqual([]);
  },
  { clients: ['ours'] },
);

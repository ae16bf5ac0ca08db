import { connect, http, memory, stdio, type Transport } from '@mcpfusion/client';
import { connectInMemory } from '@mcpfusion/core';
import type { Era } from '@mcpfusion/protocol';
import type { Target } from '../host.js';
import type { ConnectedClient } from '../wire.js';

export async function connectOurs(target: Target, era: Era): Promise<ConnectedClient> {
  const raw = await connect(toTransport(target), { era });
  return {
    raw,
    listTools: () => raw.listTools(),
    callTool: async (name, args = {}, { logLevel, noProgress, ...options } = {}) => {
      if (era === '2025-11-25' && logLevel) await raw.setLogLevel(logLevel);
      return raw.callTool(name, args, {
        ...options,
        ...(era === '2026-07-28' ? { logLevel } : {}),
        ...(noProgress ? { progressToken: false } : {}),
      });
    },
    setLogLevel: (level) => raw.setLogLevel(level),
    close: () => raw.close(),
  };
}

function toTransport(target: Target): Transport {
  switch (target.transport) {
    case 'stdio':
      return stdio({ command: target.command, args: target.args });
    case 'http':
      return http({ url: target.url });
    case 'memory':
      return memory((onFrame) => connectInMemory(target.server, onFrame));
  }
}

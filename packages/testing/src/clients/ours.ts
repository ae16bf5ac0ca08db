import { connect, http, memory, stdio, type RequestHandler, type Transport } from '@mcpfusion/client';
import { connectInMemory } from '@mcpfusion/core';
import type { Target } from '../host.js';
import type { ConnectedClient, WireClientOptions } from '../wire.js';
import { Answering } from './answering.js';

export async function connectOurs(target: Target, { era, capabilities }: WireClientOptions): Promise<ConnectedClient> {
  const answering = new Answering(capabilities);
  const handlers = answering.methods.map((method): [string, RequestHandler] => [
    method,
    (params, { signal }) => answering.answer({ method, params, signal }),
  ]);
  const raw = await connect(toTransport(target), { era, capabilities, onRequest: Object.fromEntries(handlers) });
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
    answerWith: (answerer) => void (answering.answer = answerer),
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

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  LoggingMessageNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallResult } from '@mcpfusion/client';
import { inputMethods, type LogMessageParams } from '@mcpfusion/protocol';
import type { Target } from '../host.js';
import type { ConnectedClient, WireClientOptions } from '../wire.js';
import { Answering } from './answering.js';
import { MemoryTransport } from './memory-transport.js';

/** `@modelcontextprotocol/sdk` 1, which speaks 2025-11-25 only. */
export async function connectSdkV1(target: Target, { capabilities }: WireClientOptions): Promise<ConnectedClient> {
  const answering = new Answering(capabilities);
  const client = new Client({ name: 'sdk-v1', version: '1' }, { capabilities });
  for (const [method, schema] of questionSchemas) {
    if (!answering.methods.includes(method)) continue;
    client.setRequestHandler(
      schema,
      async ({ params }, { signal }) => answering.answer({ method, params: params ?? {}, signal }) as never,
    );
  }
  const listeners = new Set<(log: LogMessageParams) => void>();
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    for (const listener of listeners) listener(params as LogMessageParams);
  });
  const transport = toTransport(target);
  await client.connect(transport);
  return {
    raw: undefined,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}, { signal, onProgress, onLog, logLevel } = {}) => {
      if (logLevel) await client.setLoggingLevel(logLevel);
      if (onLog) listeners.add(onLog);
      try {
        const result = await client.callTool({ name, arguments: { ...args } }, undefined, {
          ...(signal ? { signal } : {}),
          ...(onProgress ? { onprogress: onProgress } : {}),
        });
        return { ...result, isError: result.isError === true } as unknown as CallResult;
      } finally {
        if (onLog) listeners.delete(onLog);
      }
    },
    answerWith: (answerer) => void (answering.answer = answerer),
    setLogLevel: async (level) => void (await client.setLoggingLevel(level)),
    close: async () => {
      if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
      await client.close();
    },
  };
}

const questionSchemas = [
  [inputMethods.elicit, ElicitRequestSchema],
  [inputMethods.sample, CreateMessageRequestSchema],
  [inputMethods.listRoots, ListRootsRequestSchema],
] as const;

function toTransport(target: Target): Transport {
  switch (target.transport) {
    case 'stdio':
      return new StdioClientTransport({ command: target.command, args: [...target.args], stderr: 'ignore' });
    case 'http':
      return new StreamableHTTPClientTransport(new URL(target.url));
    case 'memory':
      return new MemoryTransport(target.server) as unknown as Transport;
  }
}

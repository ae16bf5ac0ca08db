import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { CallResult } from '@mcpfusion/client';
import { latestStateless, metaKeys, type LogMessageParams } from '@mcpfusion/protocol';
import type { Target } from '../host.js';
import type { ConnectedClient, WireClientOptions } from '../wire.js';
import { Answering } from './answering.js';
import { MemoryTransport } from './memory-transport.js';

/** `@modelcontextprotocol/client` 2, told which era to speak. */
export async function connectSdkV2(target: Target, { era, capabilities }: WireClientOptions): Promise<ConnectedClient> {
  const answering = new Answering(capabilities);
  const isStateless = era === latestStateless;
  const client = new Client(
    { name: 'sdk-v2', version: '2' },
    { capabilities, versionNegotiation: { mode: isStateless ? { pin: latestStateless } : 'legacy' } },
  );
  for (const method of answering.methods) {
    client.setRequestHandler(
      method as 'elicitation/create',
      async ({ params }, context) =>
        answering.answer({ method, params: params ?? {}, signal: context.mcpReq?.signal }) as never,
    );
  }
  // The client tells of log messages for the whole connection, so each running call hears of all.
  const listeners = new Set<(log: LogMessageParams) => void>();
  client.setNotificationHandler('notifications/message', ({ params }) => {
    for (const listener of listeners) listener(params as LogMessageParams);
  });
  const transport = toTransport(target);
  await client.connect(transport);
  return {
    raw: undefined,
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args = {}, { signal, onProgress, onLog, logLevel } = {}) => {
      if (!isStateless && logLevel) await client.setLoggingLevel(logLevel);
      if (onLog) listeners.add(onLog);
      const meta = isStateless && logLevel ? { _meta: { [metaKeys.logLevel]: logLevel } } : {};
      try {
        const result = await client.callTool(
          { name, arguments: { ...args }, ...meta },
          { ...(signal ? { signal } : {}), ...(onProgress ? { onprogress: onProgress } : {}) },
        );
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

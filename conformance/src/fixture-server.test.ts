import { connectInMemory } from '@mcpfusion/core';
import { expect, it } from 'vitest';
import { createFixtureServer } from './fixture-server.js';
import { jsonSchema2020 } from './json-schema-2020.js';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

function request(method: string, params: object): Promise<{ result: Record<string, unknown> }> {
  return new Promise((resolve) => {
    const connection = connectInMemory(createFixtureServer(), (json) => resolve(JSON.parse(json) as never));
    connection.receive(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }));
  });
}

it('lists tools with descriptions, plain JSON Schema as it was given', async () => {
  const { result } = await request('tools/list', {});
  const tools = result['tools'] as { name: string; description: string; inputSchema: object }[];
  expect(tools.filter(({ description }) => !description)).toEqual([]);
  expect(tools.find(({ name }) => name === 'json_schema_2020_12_tool')?.inputSchema).toEqual(jsonSchema2020);
});

it('answers the first tool of the list without arguments', async () => {
  const { result } = await request('tools/list', {});
  const [first] = result['tools'] as { name: string }[];
  const answer = await request('tools/call', { name: first?.name, arguments: {} });
  expect(answer.result['isError']).toBeUndefined();
});

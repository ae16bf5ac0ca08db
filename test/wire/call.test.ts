import { onEveryWire } from '@mcpfusion/testing';
import { expect } from 'vitest';

onEveryWire('lists tools and calls one', async (wire) => {
  const names = (await wire.listTools()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['echo', 'count', 'logs']));
  const result = await wire.callTool('echo', { text: 'a\u2028b ä€😀' });
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'a\u2028b ä€😀' }], isError: false });
});

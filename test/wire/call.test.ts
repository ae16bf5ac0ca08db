import { textOf } from '@mcpfusion/client';
import { onEveryWire, outcomeOf } from '@mcpfusion/testing';
import { expect } from 'vitest';

onEveryWire('case 58: lists tools and calls one', async (wire) => {
  const names = (await wire.listTools()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['echo', 'count', 'logs']));
  const result = await wire.callTool('echo', { text: 'a\u2028b ä€😀' });
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'a\u2028b ä€😀' }], isError: false });
});

onEveryWire('a handler that throws is a tool error that says nothing of its cause', async (wire) => {
  const result = await wire.callTool('fails');
  expect(result.isError).toBe(true);
  expect(textOf(result)).not.toBe('');
  expect(JSON.stringify(result)).not.toContain('secret');
});

onEveryWire('case 91: an unknown tool is refused, and so are wrong arguments, each its own way', async (wire) => {
  await expect(wire.callTool('toString')).rejects.toMatchObject({ code: -32602 });
  const result = await wire.callTool('echo', { text: 7 });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toContain('text');
});

onEveryWire(
  'SHT-38 SHT-44: an argument that is repeated in a header arrives, whatever its characters',
  async (wire) => {
    await wire.listTools();
    for (const region of ['eu-west-1', 'Zürich', ' padded ', '=?base64?x?=', 'a\nb']) {
      expect(textOf(await wire.callTool('mirrored', { region }))).toBe(region);
    }
  },
);

onEveryWire('case 76: parallel calls that end out of order get their own answers', async (wire) => {
  const tags = Array.from({ length: 20 }, (_, index) => `tag-${index}`);
  const calls = tags.map((tag) => wire.callTool('hold', { tag }));
  await wire.probeUntil(({ events }) => events.length === tags.length);
  for (const tag of tags.toReversed()) await wire.release(tag);
  expect((await Promise.all(calls)).map(textOf)).toEqual(tags.map((tag) => `${tag} done`));
});

onEveryWire(
  'case 56: twenty clients in parallel get their own answers, also when one leaves',
  async (wire) => {
    const others = await Promise.all(Array.from({ length: 19 }, () => wire.another()));
    const all = [wire, ...others];
    const calls = all.map((one, index) => outcomeOf(one.callTool('hold', { tag: `client ${index}` })));
    await wire.probeUntil(({ events }) => events.filter(({ what }) => what === 'started').length === 20);
    await others[18]?.close();
    expect(await calls[19]).toBe('given up');
    for (let index = 0; index < 19; index++) await wire.release(`client ${index}`);
    const answers = await Promise.all(calls.slice(0, 19));
    expect(answers).toEqual(answers.map((_, index) => `client ${index} done`));
  },
  { transports: ['http', 'memory'] },
);

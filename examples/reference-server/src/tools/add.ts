import { f } from '../fusion.js';

const integer = { type: 'integer' };

export const add = f
  .query('add')
  .describe('Add two integers')
  .withInteger('a')
  .withInteger('b')
  .output(
    { type: 'object', properties: { sum: integer, a: integer, b: integer }, required: ['sum', 'a', 'b'] },
    { content: (value) => `Result: ${String(value['sum'])}` },
  )
  .handle(({ a, b }) => ({ sum: a + b, a, b }));

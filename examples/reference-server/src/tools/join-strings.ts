import { f } from '../fusion.js';

/** `paths` may be null, as lists of servers in other languages are when they are empty. */
export const joinStrings = f
  .query('join_strings')
  .describe('Join a list of strings with commas')
  .input({
    type: 'object',
    properties: { paths: { type: ['null', 'array'], items: { type: 'string' } } },
    required: ['paths'],
    additionalProperties: false,
  })
  .output(
    {
      type: 'object',
      properties: { joined: { type: 'string' }, count: { type: 'integer' } },
      required: ['joined', 'count'],
    },
    { content: (value) => `Joined: ${String(value['joined'])}` },
  )
  .handle((input) => {
    const paths = (input['paths'] ?? []) as readonly string[];
    return { joined: paths.join(', '), count: paths.length };
  });

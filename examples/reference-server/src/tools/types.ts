import { f } from '../fusion.js';

/** One argument of each type that JSON has, so that a client shows what it makes of words. */
const properties = {
  anArray: { type: 'array' },
  aBoolean: { type: 'boolean' },
  anInteger: { type: 'integer' },
  aNumber: { type: 'number' },
  anObject: { type: 'object' },
  aString: { type: 'string' },
  anything: {},
};

export const types = f
  .query('types')
  .describe('Give the arguments back as structured content')
  .input({ type: 'object', properties, additionalProperties: false })
  .output({ type: 'object', properties, additionalProperties: false })
  .handle((input) => input);

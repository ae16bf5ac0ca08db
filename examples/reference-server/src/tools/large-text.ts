import { f } from '../fusion.js';

const mebibyte = 1_048_576;

export const largeText = f
  .query('large_text')
  .describe('Give a text of exactly so many bytes')
  .withInteger('bytes', 'Length of the text', { min: 0, max: 64 * mebibyte })
  .handle(({ bytes }) => 'x'.repeat(bytes));

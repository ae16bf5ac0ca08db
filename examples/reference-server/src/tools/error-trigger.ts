import { FusionError } from '@mcpfusion/core';
import { f } from '../fusion.js';

export const errorTrigger = f
  .query('error_trigger')
  .describe('Fail as a tool does: with a result that says so')
  .withInteger('code', 'Told as the code of the error', { optional: true })
  .withString('message', 'What the error says', { optional: true })
  .handle(({ code, message }) => {
    throw new FusionError(code === undefined ? 'SIMULATED' : String(code), message ?? 'Simulated Server Error');
  });

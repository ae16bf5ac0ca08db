import { ask, inputResponse, readInput, requireInput } from '@mcpfusion/core';
import { f } from '../fusion.js';

const fields = { name: ask.string('Your name') };

/** Asks one thing, and does without the answer. */
export const askName = f
  .query('ask_name')
  .describe('Greet the user by name')
  .interactive({ onRefusal: 'reenter' })
  .handle(() => {
    const answer = readInput(fields);
    if (answer) return `Hello, ${answer.name}!`;
    return inputResponse() ? 'No name given' : requireInput.elicit('What is your name?', fields);
  });

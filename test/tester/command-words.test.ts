import { expect, it } from 'vitest';
import { parseScript } from '../../packages/tester/src/script/parse.js';
import { commandWords } from './command-words.js';

it('commandWords finds what is run, and takes no argument for a command', () => {
  const text = 'call_tool echo set\nexpect_error timeout 5 cancel_on log call_tool x\nrepeat 2\nassert_not ping\nend';
  expect(commandWords(parseScript(text, 'x.mcp').body)).toEqual([
    'call_tool',
    'expect_error',
    'timeout',
    'cancel_on',
    'call_tool',
    'repeat',
    'assert_not',
    'ping',
    'end',
  ]);
});

import { describe, expect, it } from 'vitest';
import { substitute } from './variables.js';

const sources = {
  variables: new Map([
    ['w', 'one'],
    ['w2', '$w "x"'],
    ['empty', ''],
    ['env', 'mine'],
  ]),
  env: { HOME_OF: 'here' },
};

describe('substitute', () => {
  it.each([
    ['$w', 'one'],
    ['a$w.b', 'aone.b'],
    ['$w2', '$w "x"'],
    ['$empty', ''],
    ['$w$w', 'oneone'],
    ['$.x $5 ${x} $', '$.x $5 ${x} $'],
    [String.raw`\$w`, String.raw`\one`],
    ['$$', '$'],
    ['$$w', '$w'],
    ['$$$w', '$one'],
    ['{"$$ref": 1}', '{"$ref": 1}'],
    ['$env.HOME_OF/x', 'here/x'],
    ['$env', 'mine'],
    ['$env.5', 'mine.5'],
  ])('%s', (token, text) => {
    expect(substitute(token, sources)).toBe(text);
  });

  it('refuses a name that has no value', () => {
    expect(() => substitute('$nope', sources)).toThrow('unknown variable $nope');
    expect(() => substitute('$env.NOPE', sources)).toThrow('an environment variable NOPE, it is not set');
  });
});

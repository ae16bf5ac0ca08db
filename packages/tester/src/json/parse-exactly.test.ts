import { expect, it } from 'vitest';
import { parseExactly } from './parse-exactly.js';

it.each([
  '{"a":[1,-2.5,1e3,"9007199254740993"],"b":null}',
  '9007199254740991',
  '9007199254740992',
  '"\\"9007199254740993"',
])('reads %s as JSON.parse does', (text) => expect(parseExactly(text)).toEqual(JSON.parse(text)));

it.each(['9007199254740993', '{"a":[9007199254740993]}', '-9007199254740993', '1e999'])('refuses %s', (text) => {
  expect(() => parseExactly(text)).toThrow(RangeError);
});

it('refuses what is no JSON', () => {
  expect(() => parseExactly('{')).toThrow(SyntaxError);
});

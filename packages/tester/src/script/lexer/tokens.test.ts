import { describe, expect, it } from 'vitest';
import { isBlankOrComment, stripComment } from './comments.js';
import { heredocStart } from './heredoc.js';
import { tokenize } from './tokens.js';

describe('tokenize', () => {
  it.each<[string, string[]]>([
    [`echo ""  '' x`, ['echo', '', '', 'x']],
    [`echo ''""`, ['echo', '']],
    [String.raw`echo "x\ty" "q\"q" "b\\s" 'q\'`, ['echo', String.raw`x\ty`, 'q"q', String.raw`b\s`, 'q\\']],
    [String.raw`echo a\ b`, ['echo', 'a\\', 'b']],
    ['ab"c d"ef', ['abc def']],
    ['message:"a b"', ['message:a b']],
    ['  a   b  ', ['a', 'b']],
    ['call_tool\techo\t \tx', ['call_tool', 'echo', 'x']],
    ['"a\tb"', ['a\tb']],
    ['a\u00a0b', ['a\u00a0b']],
    ['', []],
  ])('%j', (line, tokens) => {
    expect(tokenize(line)).toEqual(tokens);
  });

  it.each(["echo it's", 'echo "a', String.raw`echo "a\"`, `"it's`])('refuses the open quote of %j', (line) => {
    expect(() => tokenize(line)).toThrow('expected a closing');
  });
});

describe('comments', () => {
  it.each<[string, string[]]>([
    [`echo "x" //"y"`, ['echo', 'x']],
    [`echo 'a # b' # c`, ['echo', 'a # b']],
    ['echo a#b http://x', ['echo', 'a#b', 'http://x']],
    ['x //y', ['x']],
    ['x #y //z', ['x']],
    ['x //y #z', ['x']],
    ['echo #fff', ['echo']],
    ['echo "#fff" "//"', ['echo', '#fff', '//']],
    [String.raw`echo "a\" # b" # c`, ['echo', 'a" # b']],
    ['echo a\t# b', ['echo', 'a', '#', 'b']],
  ])('%j', (line, tokens) => {
    expect(tokenize(stripComment(line))).toEqual(tokens);
  });

  it('an apostrophe hides a comment', () => {
    expect(() => tokenize(stripComment("echo it's # c"))).toThrow("expected a closing '");
  });

  it.each([
    ['', true],
    ['# x', true],
    ['//x', true],
    ['#x', true],
    ['x', false],
    ['/x', false],
  ])('a line %j is none: %s', (line, isNone) => {
    expect(isBlankOrComment(line)).toBe(isNone);
  });
});

describe('heredocStart', () => {
  it.each([
    ['echo "a"<<X', { prefix: 'echo "a"', mark: 'X' }],
    ['call_tool x <<EOF # c', { prefix: 'call_tool x', mark: 'EOF' }],
    ['x << "A B"', { prefix: 'x', mark: '"A B"' }],
    ['x "<<" <<Y', { prefix: 'x "<<"', mark: 'Y' }],
    ['echo "<<X"', undefined],
    ['echo a < < b', undefined],
  ])('%j', (line, start) => {
    expect(heredocStart(stripComment(line))).toEqual(start);
  });
});

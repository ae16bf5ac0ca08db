import { describe, expect, it } from 'vitest';
import { UsageError } from '../exit/tester-error.js';
import { parseScript } from './parse.js';

describe('parseScript', () => {
  it('keeps the line of each command', () => {
    const { body, file } = parseScript('\n# none\n  echo a // b\r\n\u00a0echo c\u00a0', 'x.mcp');
    expect(file).toBe('x.mcp');
    expect(body).toEqual([
      { kind: 'step', line: 3, text: 'echo a', tokens: ['echo', 'a'] },
      { kind: 'step', line: 4, text: 'echo c', tokens: ['echo', 'c'] },
    ]);
  });

  it('a heredoc is one argument as it stands, at the line of its end', () => {
    const { body } = parseScript('call_tool x y:1 <<END\n a # b\n$c\n\n\tEND \necho', 'x.mcp');
    expect(body).toEqual([
      {
        kind: 'step',
        line: 5,
        text: 'call_tool x y:1 <<END',
        tokens: ['call_tool', 'x', 'y:1'],
        heredoc: ' a # b\n$c\n',
      },
      { kind: 'step', line: 6, text: 'echo', tokens: ['echo'] },
    ]);
  });

  it('line ends of either kind are none of the text', () => {
    const unix = 'call_tool x <<END\n a \n\nb\nEND\necho "c"\nrepeat 2\necho\nend';
    expect(parseScript(unix.replaceAll('\n', '\r\n'), 'x.mcp')).toEqual(parseScript(unix, 'x.mcp'));
  });

  it('a line that cannot be read is a step that says why', () => {
    const { body } = parseScript("echo it's\necho b", 'x.mcp');
    expect(body).toMatchObject([{ line: 1, error: expect.stringContaining("closing '") as string }, { line: 2 }]);
  });

  it('the command of a heredoc that cannot be read is one such step', () => {
    const { body } = parseScript('echo "a" it\'s"<<"\necho x <<E\n"\nE', 'x.mcp');
    expect(body).toMatchObject([{ line: 1, error: expect.stringContaining('closing') as string }, { heredoc: '"' }]);
  });

  it('blocks hold lines and blocks', () => {
    const { body } = parseScript('parallel # at once\necho a\nrepeat $n\necho b\nend\nend\nend x', 'x.mcp');
    expect(body).toMatchObject([
      {
        kind: 'block',
        word: 'parallel',
        line: 1,
        text: 'parallel',
        body: [
          { kind: 'step', line: 2 },
          { kind: 'block', word: 'repeat', line: 3, tokens: ['repeat', '$n'], body: [{ line: 4 }] },
        ],
      },
      { kind: 'step', line: 7, tokens: ['end', 'x'] },
    ]);
  });

  it('cuts the text of a long command, not its tokens', () => {
    const word = 'x'.repeat(500);
    const { body } = parseScript(`echo ${word}`, 'x.mcp');
    expect(body).toMatchObject([{ tokens: ['echo', word] }]);
    expect(body[0]?.text).toHaveLength(200);
  });

  it('is frozen', () => {
    const script = parseScript('repeat 2\necho <<A\nA\nend', 'x.mcp');
    const [block] = script.body;
    const isFrozen = (value: unknown): boolean => Object.isFrozen(value);
    expect([script, script.body, block, block?.tokens].map(isFrozen)).toEqual([true, true, true, true]);
    const inner = block?.kind === 'block' ? block.body[0] : undefined;
    expect([inner, inner?.tokens].map(isFrozen)).toEqual([true, true]);
  });

  it.each([
    ['echo a\ncall_tool x <<END\ntext', 'x.mcp:2: expected a line "END" that ends this heredoc: call_tool x <<END'],
    ['repeat 3\necho a', 'x.mcp:1: expected "end" after this line: repeat 3'],
    ['parallel\nrepeat 3\nend', 'x.mcp:1: expected "end" after this line: parallel'],
    ['echo a\nend', 'x.mcp:2: expected a block before this line: end'],
    ['repeat 2\necho <<E\nend', 'x.mcp:2: expected a line "E" that ends this heredoc: echo <<E'],
  ])('refuses %j', (text, message) => {
    expect(() => parseScript(text, 'x.mcp')).toThrow(new UsageError(message));
  });
});

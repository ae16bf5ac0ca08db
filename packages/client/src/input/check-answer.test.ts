import { describe, expect, it } from 'vitest';
import { checkAnswer, InvalidAnswer } from './check-answer.js';

const method = 'elicitation/create';
const requestedSchema = {
  type: 'object',
  properties: {
    confirm: { type: 'boolean' },
    reason: { type: 'string', minLength: 2 },
    odd: { type: 'string', pattern: '^a' },
    deep: { type: 'object' },
  },
  required: ['confirm'],
};

describe('checkAnswer', () => {
  it('ELI-27 ELI-41 ELI25-22: lets content pass that fits, extra fields and those that nobody can judge included', () => {
    const answer = { action: 'accept', content: { confirm: false, reason: 'old', odd: 'b', deep: 7, more: 1 } };
    expect(checkAnswer(method, { requestedSchema }, answer)).toEqual(answer);
  });

  it.each([
    [{}, 'confirm', 'confirm: expected a value, got none'],
    [{ confirm: 'yes' }, 'confirm', 'confirm: expected true or false, got "yes"'],
    [{ confirm: true, odd: 7 }, 'odd', 'odd: expected a string, got 7'],
    [{ confirm: true, reason: 'x' }, 'reason', 'reason: expected at least 2 characters, got 1'],
    [undefined, undefined, 'expected the content of an accepted form to be an object'],
  ])('ELI-41 ELI25-22: refuses %j and names the field', (content, field, message) => {
    let thrown: unknown;
    try {
      checkAnswer(method, { requestedSchema }, { action: 'accept', content });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidAnswer);
    expect(thrown).toMatchObject({ field, message });
  });

  it('ELI-27: sends no content with a URL that was accepted, nor with a refusal (case 49)', () => {
    const content = { confirm: true };
    expect(checkAnswer(method, { mode: 'url', url: 'https://a.test/' }, { action: 'accept', content })).toEqual({
      action: 'accept',
    });
    expect(checkAnswer(method, { requestedSchema }, { action: 'decline', content })).toEqual({ action: 'decline' });
    expect(checkAnswer(method, { requestedSchema }, { action: 'cancel', content: 7 })).toEqual({ action: 'cancel' });
  });

  it('refuses an action that nobody knows, and leaves other answers alone', () => {
    expect(() => checkAnswer(method, {}, { action: 'yes' })).toThrow('expected action to be accept, decline or cancel');
    expect(checkAnswer('roots/list', {}, { roots: [] })).toEqual({ roots: [] });
  });
});

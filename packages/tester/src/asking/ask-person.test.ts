import type { AskedQuestion, ElicitAnswer } from '@mcpfusion/client';
import { describe, expect, it } from 'vitest';
import { askPerson } from './ask-person.js';
import type { Person } from './person.js';

/** What a person is shown who types these lines, and what comes of it. */
async function asked(
  params: Record<string, unknown>,
  lines: readonly string[],
): Promise<{ answer: ElicitAnswer; shown: string; unread: number }> {
  const left = [...lines];
  const said: string[] = [];
  const person: Person = {
    say: (text) => said.push(text),
    forget: () => Promise.resolve(),
    readLine: () => Promise.resolve(left.shift()),
  };
  const context = { id: 1, signal: new AbortController().signal, callIds: [] };
  const question: AskedQuestion = { method: 'elicitation/create', params, context };
  return { answer: await askPerson(person, 'shop', question), shown: said.join('\n'), unread: left.length };
}

const requestedSchema = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Full name', description: 'As on the bill', minLength: 2 },
    count: { type: 'integer', default: 3, maximum: 9 },
    color: {
      type: 'string',
      oneOf: [
        { const: 'r', title: 'Red' },
        { const: 'g', title: 'Green' },
      ],
    },
    extras: { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } },
    sure: { type: 'boolean' },
  },
  required: ['name', 'sure'],
};
const form = { message: 'Order?\u001b[2J', requestedSchema };

describe('askPerson', () => {
  it('ELI-03 ELI-05 ELI-14: says who asks, shows all of each field, and sends nothing before it was agreed to', async () => {
    const lines = ['A', 'Ann', '', '2', '1, c', 'maybe', 'y', 'perhaps', 'yes'];
    const { answer, shown, unread } = await asked(form, lines);
    expect(answer).toEqual({
      action: 'accept',
      content: { name: 'Ann', count: 3, color: 'g', extras: ['a', 'c'], sure: true },
    });
    expect(unread).toBe(0);
    for (const text of [
      'The server shop asks',
      'Order?\\u001b[2J',
      'name — Full name: As on the bill (text, at least 2 characters)',
      'expected at least 2 characters, got 1',
      'Enter takes 3',
      '2) g — Green',
      'expected yes or no',
      '{"name":"Ann","count":3,"color":"g","extras":["a","c"],"sure":true}',
      'Expected yes, edit, /decline or /cancel.',
    ]) {
      expect(shown).toContain(text);
    }
  });

  it('ELI-05: all of it can be changed before it is sent', async () => {
    const schema = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] };
    const lines = ['', 'yes', 'edit', 'no', 'yes'];
    const { answer, shown } = await asked({ message: 'm', requestedSchema: schema }, lines);
    expect(answer).toEqual({ action: 'accept', content: { sure: false } });
    expect(shown).toContain('It must have a value.');
  });

  it.each<[string, readonly string[], string]>([
    ['in a field', ['/decline'], 'decline'],
    ['in a later field', ['Ann', '/cancel'], 'cancel'],
    ['instead of sending', ['Ann', '', '', '', 'y', '/decline'], 'decline'],
    ['at the end of the input', ['Ann'], 'cancel'],
  ])('ELI-04 ELI-29: is refused %s', async (_where, lines, action) => {
    expect((await asked(form, lines)).answer).toEqual({ action });
  });

  it('ELI-06 ELI-35 ELI-36 ELI-38: a page is shown with its host, and agreed to', async () => {
    const page = { message: 'Sign in', mode: 'url', url: 'https://shop.test/sign-in?session=1' };
    const { answer, shown } = await asked(page, ['ok', 'yes']);
    expect(answer).toEqual({ action: 'accept' });
    expect(shown).toContain('of the host shop.test:\n  https://shop.test/sign-in?session=1');
    expect(shown).toContain('Expected yes, /decline or /cancel.');
    expect((await asked(page, ['/decline'])).answer).toEqual({ action: 'decline' });
    expect((await asked({ ...page, url: 'http://аpple.test/' }, ['yes'])).shown).toMatch(
      /xn--[\s\S]+not encrypted[\s\S]+look like others/,
    );
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'no url', undefined])(
    'ELI-38: %s is declined without a question',
    async (url) => {
      const { answer, shown, unread } = await asked({ message: 'm', mode: 'url', url }, ['yes']);
      expect(answer).toEqual({ action: 'decline' });
      expect(shown).toContain('it names no page of the web');
      expect(unread).toBe(1);
    },
  );

  it('ELI-01: warns of a field that wants a secret, and declines a form that cannot be shown', async () => {
    const password = { type: 'object', properties: { dbPassword: { type: 'string' } } };
    expect((await asked({ message: 'm', requestedSchema: password }, ['/decline'])).shown).toContain(
      'no place for a secret',
    );
    const strange = { type: 'object', properties: { deep: { type: 'object' } } };
    const { answer, unread } = await asked({ message: 'm', requestedSchema: strange }, ['yes']);
    expect([answer, unread]).toEqual([{ action: 'decline' }, 1]);
  });

  it('ELI-05: what was typed before a question was shown, or before its answer was, is not heard', async () => {
    const heard: string[] = [];
    const person: Person = {
      say: (text) => heard.push(text),
      forget: () => Promise.resolve(void heard.push('(forgotten)')),
      readLine: () => Promise.resolve('yes'),
    };
    const context = { id: 1, signal: new AbortController().signal, callIds: [] };
    const schema = { type: 'object', properties: { sure: { type: 'boolean' } } };
    await askPerson(person, 'shop', {
      method: 'elicitation/create',
      params: { message: 'm', requestedSchema: schema },
      context,
    });
    const [first, second] = [heard.indexOf('(forgotten)'), heard.lastIndexOf('(forgotten)')];
    expect(heard[first + 1]).toContain('The server shop asks');
    expect(heard[second + 1]).toContain('Send it?');
    expect(second).toBeGreaterThan(first);
  });

  it.each([
    [{ type: 'string', minLength: 1 }, 'at least 1 character)'],
    [{ type: 'string', maxLength: 1 }, 'at most 1 character)'],
    [{ type: 'string', minLength: 2, maxLength: 2 }, 'text, exactly 2 characters)'],
    [{ type: 'string', minLength: 1, maxLength: 5 }, 'text, 1 to 5 characters)'],
    [{ type: 'integer', minimum: 0, maximum: 9 }, 'whole number, 0 to 9)'],
    [{ type: 'string', default: 'd' }, 'text, Enter takes "d")'],
    [{ type: 'boolean' }, 'yes or no, Enter leaves it out)'],
  ])('%j is shown as %s', async (field, text) => {
    const optional = text.includes('Enter');
    const schema = { type: 'object', properties: { field }, ...(optional ? {} : { required: ['field'] }) };
    expect((await asked({ message: 'm', requestedSchema: schema }, ['/cancel'])).shown).toContain(text);
  });

  const titled = {
    type: 'string',
    oneOf: [
      { const: 'de', title: 'German' },
      { const: 'fr', title: 'French' },
    ],
  };
  const many = (...values: string[]): object => ({ type: 'array', items: { type: 'string', enum: values } });
  it.each<[object, string, unknown]>([
    [titled, 'German', 'de'],
    [titled, 'fr', 'fr'],
    [titled, '2', 'fr'],
    [{ type: 'string', enum: ['3', '1', '2'] }, '3', '3'],
    [many('3', '1', '2'), '3,1', ['3', '1']],
    [many('a', 'b'), '2, a', ['b', 'a']],
    [many('one, two', 'three'), 'one, two', ['one, two']],
    [{ type: 'array', items: { anyOf: titled.oneOf } }, 'French,German', ['fr', 'de']],
  ])('of the choices of %j, %s is %j', async (field, line, value) => {
    const schema = { type: 'object', properties: { field } };
    const { answer } = await asked({ message: 'm', requestedSchema: schema }, [line, 'yes']);
    expect(answer).toEqual({ action: 'accept', content: { field: value } });
  });

  it('ends with its question', async () => {
    const controller = new AbortController();
    const person: Person = {
      say: () => {},
      forget: () => Promise.resolve(),
      readLine: (signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    };
    const context = { id: 1, signal: controller.signal, callIds: [] };
    const asking = askPerson(person, 'shop', { method: 'elicitation/create', params: form, context });
    controller.abort(new Error('taken back'));
    await expect(asking).rejects.toThrow('taken back');
  });
});

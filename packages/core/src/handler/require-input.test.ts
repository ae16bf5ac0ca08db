import { describe, expect, it } from 'vitest';
import { ask } from './ask.js';
import { isInputRequired } from './input-brands.js';
import { requireInput, toFormSchema } from './require-input.js';

const fields = { ok: ask.boolean() };
const form = requireInput.elicit('Sure?', fields);
const message = { role: 'user', content: { type: 'text', text: 'x' } } as const;

describe('requireInput', () => {
  it('ELI-10 ELI-12: asks for a form', () => {
    expect(form.inputRequests).toEqual({
      input: {
        method: 'elicitation/create',
        params: {
          message: 'Sure?',
          requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
        },
      },
    });
  });

  it('ELI-15 ELI-16: asks for a visit', () => {
    const params = { mode: 'url', message: 'Go', url: 'https://x.example/?a=b' };
    for (const url of [params.url, new URL(params.url)])
      expect(requireInput.url('Go', url).inputRequests).toEqual({ input: { method: 'elicitation/create', params } });
    expect(requireInput.url('Go', 'http://localhost:1/').inputRequests['input']?.params).toHaveProperty('url');
  });

  it('asks for a message of a model, and for roots', () => {
    const params = { messages: [message], maxTokens: 9, systemPrompt: 's', more: [1] };
    expect(requireInput.sampling(params).inputRequests).toEqual({
      input: { method: 'sampling/createMessage', params },
    });
    expect(requireInput.roots().inputRequests).toEqual({ input: { method: 'roots/list', params: {} } });
  });

  it('MRT-05: asks several at once, under keys of the author’s choice', () => {
    const both = requireInput({ inputRequests: { a: form, constructor: requireInput.roots() }, state: { n: 1 } });
    expect(both.inputRequests).toEqual({
      a: form.inputRequests['input'],
      constructor: { method: 'roots/list', params: {} },
    });
    expect(both.state).toEqual({ n: 1 });
  });

  it('needs all that is not optional and has no default', () => {
    const schema = toFormSchema({
      a: ask.string(),
      b: ask.string().optional(),
      c: ask.string().default('x'),
      constructor: ask.boolean(),
      toString: ask.boolean().optional(),
    });
    expect(schema.required).toEqual(['a', 'constructor']);
    expect(Object.keys(schema.properties)).toEqual(['a', 'b', 'c', 'constructor', 'toString']);
    expect(toFormSchema({ b: ask.string().optional() })).not.toHaveProperty('required');
  });

  it('is known by its brand, and cannot be changed', () => {
    expect(isInputRequired(form)).toBe(true);
    for (const other of [undefined, null, {}, 'x', { inputRequests: {} }, []])
      expect(isInputRequired(other)).toBe(false);
    expect(Object.isFrozen(form) && Object.isFrozen(form.inputRequests)).toBe(true);
  });

  it.each<[string, () => unknown, string]>([
    ['no question', () => requireInput({ inputRequests: {} }), 'at least one question'],
    ['no questions', () => requireInput({} as never), '{ inputRequests: { key: requireInput.elicit(…) }, state }'],
    ['an empty key', () => requireInput({ inputRequests: { '': form } }), 'a name without "/"'],
    ['a key with "/"', () => requireInput({ inputRequests: { 'a/b': form } }), 'a name without "/"'],
    [
      'a key __proto__',
      () => requireInput({ inputRequests: JSON.parse('{"__proto__":1}') as never }),
      'a name without "/"',
    ],
    [
      'a question by hand',
      () => requireInput({ inputRequests: { a: { method: 'roots/list' } as never } }),
      'question `a` to be made by',
    ],
    [
      'several inside',
      () => requireInput({ inputRequests: { a: requireInput({ inputRequests: { input: form, b: form } }) } }),
      'question `a` to be made by',
    ],
    [
      'one under a key inside',
      () => requireInput({ inputRequests: { a: requireInput({ inputRequests: { b: form } }) } }),
      'question `a` to be made by',
    ],
    ['no message', () => requireInput.elicit('', fields), 'a message for the user'],
    ['a message that is none', () => requireInput.elicit(undefined as never, fields), 'a message for the user'],
    ['no field', () => requireInput.elicit('x', {}), 'at least one field'],
    ['no fields', () => requireInput.elicit('x', undefined as never), 'at least one field'],
    ['a field without name', () => requireInput.elicit('x', { '': ask.string() }), "a name for a form's field"],
    [
      'a field __proto__',
      () => requireInput.elicit('x', JSON.parse('{"__proto__":1}') as never),
      "a name for a form's field",
    ],
    [
      'a field by hand',
      () => requireInput.elicit('x', { a: { type: 'string' } as never }),
      'form field `a` to be ask.string()',
    ],
    ['no field at all', () => requireInput.elicit('x', { a: null as never }), 'form field `a` to be ask.string()'],
    ['a secret', () => requireInput.elicit('x', { apiKey: ask.string() }), 'asks for a secret, got `apiKey` (api key)'],
    ['a visit without message', () => requireInput.url('', 'https://x.example'), 'a message for the user'],
    ['no URL', () => requireInput.url('x', ''), 'an http or https URL'],
    ['a path', () => requireInput.url('x', '/a'), 'an http or https URL'],
    ['javascript:', () => requireInput.url('x', 'javascript:alert(1)'), 'an http or https URL'],
    ['JavaScript: with spaces', () => requireInput.url('x', ' JavaScript:alert(1)'), 'an http or https URL'],
    ['file:', () => requireInput.url('x', new URL('file:///etc/passwd')), 'an http or https URL'],
    ['data:', () => requireInput.url('x', 'data:text/html,x'), 'an http or https URL'],
    ['no params of sampling', () => requireInput.sampling(undefined as never), 'messages and maxTokens'],
    ['no messages', () => requireInput.sampling({ messages: [], maxTokens: 1 }), 'messages and maxTokens'],
    ['no maxTokens', () => requireInput.sampling({ messages: [message] } as never), 'messages and maxTokens'],
    [
      'what JSON cannot carry',
      () => requireInput.sampling({ messages: [message], maxTokens: 1, a: new Map() }),
      'JSON can carry',
    ],
  ])('ELI-13 ELI-16 ELI-01, case 50: throws for %s', (_what, make, problem) => {
    expect(make).toThrow(problem);
  });

  it('names both ways to a page where a form asks for a secret', () => {
    const make = () => requireInput.elicit('x', { password: ask.string() });
    expect(make).toThrow('requireInput.url()');
    expect(make).toThrow('`yield* ask.url()`');
  });

  it('may ask for what only sounds like a secret', () => {
    expect(() => requireInput.elicit('x', { pin: ask.string().notSecret(), pinned: ask.boolean() })).not.toThrow();
  });
});

import { expect, it } from 'vitest';
import type { Capabilities } from '../envelope.js';
import { missingCapabilities, needsOf } from './input-needs.js';
import type { InputRequest } from './input-request.js';
import { readResponse } from './input-response.js';
import { sessionKnows } from '../revisions/session-input.js';

const form: InputRequest = {
  method: 'elicitation/create',
  params: { message: 'x', requestedSchema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
};
const url: InputRequest = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'x', url: 'https://x.example' },
};
const sampling: InputRequest = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };
const withTools: InputRequest = { method: 'sampling/createMessage', params: { toolChoice: { mode: 'auto' } } };
const roots: InputRequest = { method: 'roots/list', params: {} };

it('a question has its needs', () => {
  expect([form, url, sampling, withTools, roots].map(needsOf)).toEqual([
    ['form'],
    ['url'],
    ['sampling'],
    ['sampling', 'sampling.tools'],
    ['roots'],
  ]);
});

it.each<[Capabilities, readonly string[]]>([
  [{}, ['form', 'url', 'sampling', 'roots']],
  [{ elicitation: {} }, ['url', 'sampling', 'roots']],
  [{ elicitation: { form: {} } }, ['url', 'sampling', 'roots']],
  [{ elicitation: { url: {} } }, ['form', 'sampling', 'roots']],
  [{ elicitation: { form: {}, url: {} } }, ['sampling', 'roots']],
  // Neither says yes in a way that it could be told from a mistake.
  [{ elicitation: null, sampling: true, roots: [] }, ['form', 'url', 'sampling', 'roots']],
  [{ elicitation: { form: false, url: true } }, ['form', 'url', 'sampling', 'roots']],
])('ELI-09 ELI25-04 MRT-14: %j lacks %j', (capabilities, lacking) => {
  const needs = ['form', 'url', 'sampling', 'roots'] as const;
  expect(needs.filter((need) => missingCapabilities([need], capabilities) !== undefined)).toEqual(lacking);
});

it('what is lacking is named as it would be declared', () => {
  expect(missingCapabilities(['form', 'url', 'sampling', 'sampling.tools', 'roots'], {})).toEqual({
    elicitation: { form: {}, url: {} },
    sampling: { tools: {} },
    roots: {},
  });
  expect(missingCapabilities(['sampling', 'sampling.tools'], { sampling: {} })).toEqual({ sampling: { tools: {} } });
  expect(missingCapabilities([], {})).toBeUndefined();
});

it('older sessions know less', () => {
  const known = (version: string): string[] =>
    (['form', 'url', 'sampling', 'roots'] as const).filter((need) => sessionKnows(need, version));
  expect(known('2025-11-25')).toEqual(['form', 'url', 'sampling', 'roots']);
  expect(known('2025-06-18')).toEqual(['form', 'sampling', 'roots']);
  expect(known('2025-03-26')).toEqual(['sampling', 'roots']);
});

it.each<[string, InputRequest, unknown, string]>([
  ['a form', form, { action: 'accept', content: { a: 'x' } }, 'answered'],
  ['a form without content', form, { action: 'accept' }, 'incomplete'],
  ['a refusal', form, { action: 'decline', content: 1 }, 'refused'],
  ['a visit', url, { action: 'accept', content: 'ignored' }, 'answered'],
  ['a refused visit', url, { action: 'cancel' }, 'refused'],
  ['no action', url, {}, 'malformed'],
  ['a message', sampling, { role: 'assistant', content: { type: 'text', text: 'x' }, model: 'm' }, 'answered'],
  ['parts of a message', sampling, { role: 'assistant', content: [] }, 'answered'],
  ['text for a message', sampling, { role: 'assistant', content: 'x' }, 'malformed'],
  ['no role', sampling, { content: {} }, 'malformed'],
  ['roots', roots, { roots: [{ uri: 'file:///x' }] }, 'answered'],
  ['no roots', roots, { roots: [] }, 'answered'],
  ['roots without URI', roots, { roots: [{}] }, 'malformed'],
  ['no list of roots', roots, {}, 'malformed'],
  ['nothing', roots, null, 'malformed'],
])('ELI-27 MRT-25: %s', (_what, request, response, kind) => {
  expect(readResponse(request, response).kind).toBe(kind);
});

it('nothing but the action is kept of a refusal and of a visit', () => {
  expect(readResponse(form, { action: 'decline', content: { a: 'x' }, _meta: {} })).toEqual({
    kind: 'refused',
    response: { action: 'decline' },
  });
  expect(readResponse(url, { action: 'accept', content: { a: 'x' } })).toEqual({
    kind: 'answered',
    response: { action: 'accept' },
  });
});

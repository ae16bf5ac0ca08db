import { describe, expect, it } from 'vitest';
import { rememberAsked, takeAnswers } from '../input/ask-memory.js';
import { ask } from './ask.js';
import { createMemory, type CallMemory } from './call-memory.js';
import { createReaders, inputResponse, readInput, readRequestState, type InputReaders } from './read-input.js';
import { requireInput, type InputRequired } from './require-input.js';

/** A call that was asked these questions, one round after the other, and got these answers. */
function answered(...rounds: readonly (readonly [InputRequired, Record<string, unknown>])[]): InputReaders {
  const memory: CallMemory = createMemory(true);
  for (const [asked, responses] of rounds) {
    rememberAsked(memory, asked);
    takeAnswers(memory, responses);
  }
  return createReaders(() => memory);
}

const accept = (content?: object) => ({ input: { action: 'accept', ...(content ? { content } : {}) } });
const fields = { name: ask.string(), size: ask.integer().default(3), note: ask.string().optional() };
const form = requireInput.elicit('x', fields);

describe('readInput', () => {
  it('gives nothing before there was an answer, whatever the defaults', () => {
    for (const readers of [answered(), answered([form, {}]), answered([form, accept({})])]) {
      expect(readers.readInput('name')).toBeUndefined();
      expect(readers.readInput(fields)).toBeUndefined();
      expect(readers.readInput({ size: ask.integer().default(3) })).toBeUndefined();
      expect(readers.readInput({ note: ask.string().optional() })).toBeUndefined();
      expect(readers.readInput('input', fields)).toBeUndefined();
      expect(readers.inputResponse()).toBeUndefined();
    }
  });

  it('case 43: a default is an answer only of who has answered', () => {
    const sure = { sure: ask.boolean().default(true) };
    expect(answered().readInput(sure)).toBeUndefined();
    const asked = requireInput.elicit('x', sure);
    expect(answered([asked, { input: { action: 'decline' } }]).readInput(sure)).toBeUndefined();
    expect(answered([asked, accept({})]).readInput(sure)).toEqual({ sure: true });
    expect(answered([asked, accept({ sure: false })]).readInput(sure)).toEqual({ sure: false });
  });

  it('gives fields, the whole form, and the response', () => {
    const { readInput: read, inputResponse: responseTo } = answered([form, accept({ name: 'x', more: 1 })]);
    expect([read('name'), read('size'), read('note'), read('more')]).toEqual(['x', 3, undefined, undefined]);
    expect(read(fields)).toEqual({ name: 'x', size: 3 });
    expect(read('input', fields)).toEqual({ name: 'x', size: 3 });
    expect(responseTo()).toEqual({ action: 'accept', content: { name: 'x', size: 3 } });
  });

  it('tells a form that was left empty from one that was not answered', () => {
    const optional = { note: ask.string().optional() };
    const alone = answered([requireInput.elicit('x', optional), accept({})]);
    expect(alone.readInput(optional)).toEqual({});
    expect(alone.readInput('note')).toBeUndefined();
    const both = requireInput({ inputRequests: { a: requireInput.elicit('x', optional), b: form } });
    const several = answered([both, { a: { action: 'accept', content: {} }, b: { action: 'decline' } }]);
    expect(several.readInput('a', optional)).toEqual({});
    expect(several.readInput('b', fields)).toBeUndefined();
  });

  it('of the latest round: what was left out or refused then is gone', () => {
    const first = [form, accept({ name: 'x', note: 'n' })] as const;
    expect(answered(first, [form, accept({ name: 'y' })]).readInput(fields)).toEqual({ name: 'y', size: 3 });
    const refused = answered(first, [form, { input: { action: 'cancel' } }]);
    expect([refused.readInput('name'), refused.readInput(fields)]).toEqual([undefined, undefined]);
    // Another form does not touch it.
    const other = answered(first, [
      requireInput.elicit('x', { other: ask.boolean() }),
      { input: { action: 'decline' } },
    ]);
    expect(other.readInput(fields)).toEqual({ name: 'x', size: 3, note: 'n' });
  });

  it('gives only what fits the fields it is asked by', () => {
    const { readInput: read } = answered([form, accept({ name: 'x' })]);
    expect(read({ name: ask.integer() })).toBeUndefined();
    expect(read({ name: ask.enum(['a']) })).toBeUndefined();
    expect(read({ name: ask.string(), other: ask.string().optional() })).toBeUndefined();
    expect(read({ name: ask.string().max(1) })).toEqual({ name: 'x' });
  });

  it('of a visit says that it was accepted; of sampling and roots gives all', () => {
    const asked = requireInput({
      inputRequests: {
        visit: requireInput.url('x', 'https://x.example'),
        no: requireInput.url('x', 'https://x.example'),
        roots: requireInput.roots(),
      },
    });
    const roots = { roots: [{ uri: 'file:///x' }] };
    const { readInput: read } = answered([asked, { visit: { action: 'accept' }, no: { action: 'decline' }, roots }]);
    expect([read('visit'), read('no'), read('roots')]).toEqual([true, undefined, roots]);
  });

  it('finds nothing under names that every object has', () => {
    const { readInput: read, inputResponse: responseTo } = answered([form, accept({ name: 'x' })]);
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect([read(name), responseTo(name)]).toEqual([undefined, undefined]);
    const hostile = { constructor: ask.boolean(), toString: ask.string().optional() };
    expect(read(hostile)).toBeUndefined();
    const asked = requireInput.elicit('x', hostile);
    expect(answered([asked, accept({ constructor: true })]).readInput(hostile)).toEqual({ constructor: true });
  });

  it('outside a call says where it belongs', () => {
    for (const read of [() => readInput('x'), () => inputResponse(), () => readRequestState()])
      expect(read).toThrow(expect.objectContaining({ code: 'SETUP' }));
  });
});

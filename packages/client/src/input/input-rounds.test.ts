import { describe, expect, it } from 'vitest';
import { defaultContent } from './default-content.js';
import { inputRounds, type InputParams } from './input-rounds.js';

const form = { method: 'elicitation/create', params: { message: 'Sure?' } };
const handlers = { 'elicitation/create': () => ({ action: 'accept', content: { sure: true } }) };

/** A server that gives these results one after the other. */
function scripted(...results: Record<string, unknown>[]) {
  const sent: InputParams[] = [];
  const send = (more: InputParams): Promise<Record<string, unknown>> => {
    sent.push(more);
    return Promise.resolve(results.shift() ?? {});
  };
  return { sent, send };
}

describe('inputRounds', () => {
  it('MRT-17 MRT-19: answers each question under its key, and echoes the state', async () => {
    const { sent, send } = scripted(
      { resultType: 'input_required', inputRequests: { a: form, b: form }, requestState: ' {"x": 1}' },
      { resultType: 'complete', content: [] },
    );
    expect(await inputRounds(send, { handlers })).toEqual({ resultType: 'complete', content: [] });
    const answer = { action: 'accept', content: { sure: true } };
    expect(sent).toEqual([{}, { inputResponses: { a: answer, b: answer }, requestState: ' {"x": 1}' }]);
  });

  it('MRT-21: sends no state where there was none, also not that of the round before', async () => {
    const { sent, send } = scripted(
      { resultType: 'input_required', inputRequests: { a: form }, requestState: 's' },
      { resultType: 'input_required', inputRequests: { a: form } },
      { resultType: 'complete' },
    );
    await inputRounds(send, { handlers });
    expect(sent[2]).toEqual({ inputResponses: { a: expect.anything() as object } });
  });

  it('MRT-18: sends the state alone at once', async () => {
    const { sent, send } = scripted({ resultType: 'input_required', requestState: 's' }, { resultType: 'complete' });
    await inputRounds(send, { handlers: {} });
    expect(sent).toEqual([{}, { requestState: 's' }]);
  });

  it('MRT-30: an absent resultType is complete', async () => {
    const { sent, send } = scripted({ content: [], inputRequests: { a: form } });
    await inputRounds(send, { handlers });
    expect(sent).toEqual([{}]);
  });

  it('gives up after so many rounds', async () => {
    const { sent, send } = scripted(
      ...Array.from({ length: 9 }, () => ({ resultType: 'input_required', requestState: 's' })),
    );
    await expect(inputRounds(send, { handlers, maxRounds: 3 })).rejects.toThrow('after 3 rounds');
    expect(sent).toHaveLength(4);
  });

  it('names the question that nobody answers', async () => {
    const { send } = scripted({ resultType: 'input_required', inputRequests: { r: { method: 'roots/list' } } });
    await expect(inputRounds(send, { handlers })).rejects.toThrow('Expected a handler for roots/list');
  });

  it('sends nothing more when it is aborted', async () => {
    const { sent, send } = scripted({ resultType: 'input_required', inputRequests: { a: form } });
    await expect(inputRounds(send, { handlers, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect(sent).toHaveLength(1);
  });
});

describe('defaultContent', () => {
  it('takes the defaults, false and 0 included, and leaves the rest out', () => {
    const properties = { a: { default: 'x' }, b: { default: false }, c: { default: 0 }, d: { type: 'string' } };
    expect(defaultContent({ type: 'object', properties })).toEqual({ a: 'x', b: false, c: 0 });
    expect(defaultContent(undefined)).toEqual({});
  });
});

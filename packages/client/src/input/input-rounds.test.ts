import { describe, expect, it, vi } from 'vitest';
import { CallCancelled, UnusableAnswer } from '../errors.js';
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

  it('aborted while a person is asked: the prompt ends and nothing more is sent, also where it does not listen', async () => {
    const { sent, send } = scripted({ resultType: 'input_required', inputRequests: { a: form }, requestState: 's' });
    const controller = new AbortController();
    let prompt: AbortSignal | undefined;
    const deaf = {
      'elicitation/create': (_params: object, { signal }: { signal: AbortSignal }) => {
        prompt = signal;
        controller.abort(new Error('enough'));
        return new Promise<object>(() => {});
      },
    };
    await expect(inputRounds(send, { handlers: deaf, signal: controller.signal })).rejects.toThrow(CallCancelled);
    expect(prompt?.aborted).toBe(true);
    expect(sent).toHaveLength(1);
  });

  it('ends the other prompts of a round when one fails', async () => {
    const { send } = scripted({ resultType: 'input_required', inputRequests: { a: form, b: form } });
    const signals: AbortSignal[] = [];
    const failing = {
      'elicitation/create': (_params: object, { id, signal }: { id: unknown; signal: AbortSignal }) => {
        signals.push(signal);
        if (id === 'b') throw new Error('nobody is there');
        return new Promise<object>(() => {});
      },
    };
    await expect(inputRounds(send, { handlers: failing })).rejects.toThrow('nobody is there');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it.each([
    [{ inputRequests: {} }, 'got neither'],
    [{}, 'got neither'],
    [{ inputRequests: [], requestState: 's' }, 'inputRequests to be an object'],
    [{ inputRequests: { a: form }, requestState: 5 }, 'requestState to be a string'],
    [{ inputRequests: { a: 7 } }, 'the question "a" to name its method'],
  ])('MRT-13: %j ends the call at once (case 40)', async (asks, message) => {
    const { sent, send } = scripted({ resultType: 'input_required', ...asks });
    const failing = inputRounds(send, { handlers });
    await expect(failing).rejects.toThrow(UnusableAnswer);
    await expect(failing).rejects.toThrow(message);
    expect(sent).toHaveLength(1);
  });

  it('MRT-31: an unknown resultType is no result', async () => {
    const { send } = scripted({ resultType: 'toString', content: [] });
    await expect(inputRounds(send, { handlers })).rejects.toThrow('got "toString"');
  });

  it('MRT-18: an empty map beside a state asks for nothing but the state', async () => {
    const { sent, send } = scripted(
      { resultType: 'input_required', inputRequests: {}, requestState: 's' },
      { resultType: 'complete' },
    );
    await inputRounds(send, { handlers });
    expect(sent[1]).toEqual({ inputResponses: {}, requestState: 's' });
  });

  it('ELI-11: asks for no mode that nobody knows, and for none that was not declared', async () => {
    const asking = (params: object, capabilities = { elicitation: {} }): Promise<unknown> => {
      const question = { method: 'elicitation/create', params };
      const { send } = scripted({ resultType: 'input_required', inputRequests: { q: question } }, {});
      return inputRounds(send, { handlers, capabilities });
    };
    await expect(asking({ message: 'm', mode: 'voice' })).rejects.toThrow('expected mode to be form or url');
    await expect(asking({ message: 'm', mode: 'url', url: 'https://a.test/' })).rejects.toThrow('elicitation.url');
    await expect(asking({ message: 'm' })).resolves.toEqual({});
  });

  it('ELI-41: sends no content that breaks the form', async () => {
    const requestedSchema = { type: 'object', properties: { sure: { type: 'string' } } };
    const question = { method: 'elicitation/create', params: { message: 'm', requestedSchema } };
    const { sent, send } = scripted({ resultType: 'input_required', inputRequests: { q: question } });
    await expect(inputRounds(send, { handlers })).rejects.toThrow('sure: expected a string, got true');
    expect(sent).toHaveLength(1);
  });

  it('tells of each round', async () => {
    const { send } = scripted(
      { resultType: 'input_required', requestState: 's' },
      { resultType: 'input_required', requestState: 't' },
    );
    const rounds: unknown[] = [];
    await inputRounds(send, { handlers, onRound: (round, { requestState }) => rounds.push([round, requestState]) });
    expect(rounds).toEqual([
      [1, 's'],
      [2, 't'],
    ]);
  });
});

describe('defaultContent', () => {
  it('takes the defaults, false and 0 included, and leaves the rest out', () => {
    const properties = { a: { default: 'x' }, b: { default: false }, c: { default: 0 }, d: { type: 'string' } };
    expect(defaultContent({ type: 'object', properties })).toEqual({ a: 'x', b: false, c: 0 });
    expect(defaultContent(undefined)).toEqual({});
  });
});

describe('a visit that is asked again', () => {
  const page = { method: 'elicitation/create', params: { mode: 'url', message: 'Connect', url: 'https://a.test/' } };
  const again = (inputRequests: object) => ({ resultType: 'input_required', inputRequests, requestState: 's' });
  const complete = { resultType: 'complete' };

  /** Answers everything in this way, and counts how often it was asked. */
  function answering(action: string) {
    const prompts: unknown[] = [];
    const prompted = {
      'elicitation/create': ({ mode }: { mode?: string }, { id }: { id: unknown }) => {
        prompts.push(id);
        return mode === 'url' ? { action } : { action, content: {} };
      },
    };
    return { prompts, handlers: prompted };
  }

  it('was agreed to: no second prompt, and no round', async () => {
    const { sent, send } = scripted(...Array.from({ length: 4 }, () => again({ a: page })), complete);
    const { prompts, handlers: asked } = answering('accept');
    const rounds: number[] = [];
    await inputRounds(send, { handlers: asked, maxRounds: 1, onRound: (round) => rounds.push(round) });
    expect(prompts).toEqual(['a']);
    expect(rounds).toEqual([1]);
    const retry = { inputResponses: { a: { action: 'accept' } }, requestState: 's' };
    expect(sent).toEqual([{}, retry, retry, retry, retry]);
  });

  it.each([
    ['with another url', again({ a: { ...page, params: { ...page.params, url: 'https://b.test/' } } })],
    ['with another message', again({ a: { ...page, params: { ...page.params, message: 'Connect again' } } })],
    ['under another key', again({ b: page })],
  ])('%s is another: the user is asked', async (_how, other) => {
    const { send } = scripted(again({ a: page }), other, complete);
    const { prompts, handlers: asked } = answering('accept');
    await inputRounds(send, { handlers: asked });
    expect(prompts).toHaveLength(2);
  });

  it('was declined: the user is asked', async () => {
    const { send } = scripted(again({ a: page }), again({ a: page }), complete);
    const { prompts, handlers: asked } = answering('decline');
    await inputRounds(send, { handlers: asked });
    expect(prompts).toEqual(['a', 'a']);
  });

  it('a form is asked again each time', async () => {
    const { send } = scripted(again({ a: form }), again({ a: form }), complete);
    const { prompts, handlers: asked } = answering('accept');
    await inputRounds(send, { handlers: asked });
    expect(prompts).toEqual(['a', 'a']);
  });

  it('beside a new question: that alone is put, and it is a round', async () => {
    const { send } = scripted(again({ a: page }), again({ a: page, b: form }), complete);
    const { prompts, handlers: asked } = answering('accept');
    const rounds: number[] = [];
    await inputRounds(send, { handlers: asked, onRound: (round) => rounds.push(round) });
    expect(prompts).toEqual(['a', 'b']);
    expect(rounds).toEqual([1, 2]);
  });

  it('is given up after 100 retries in a row', async () => {
    vi.useFakeTimers();
    try {
      const { sent, send } = scripted(...Array.from({ length: 200 }, () => again({ a: page })));
      const failing = inputRounds(send, { handlers: answering('accept').handlers });
      failing.catch(() => {});
      await vi.advanceTimersByTimeAsync(100 * 2_000);
      await expect(failing).rejects.toThrow('the visit to be over after 100 retries');
      expect(sent).toHaveLength(102);
    } finally {
      vi.useRealTimers();
    }
  });

  it('aborted while it is waited for: nothing more is sent', async () => {
    const { sent, send } = scripted(...Array.from({ length: 9 }, () => again({ a: page })));
    const controller = new AbortController();
    const sendTwice: typeof send = (more) => {
      if (sent.length === 1) setTimeout(() => controller.abort(new Error('enough')));
      return send(more);
    };
    const failing = inputRounds(sendTwice, { handlers: answering('accept').handlers, signal: controller.signal });
    await expect(failing).rejects.toThrow(CallCancelled);
    expect(sent).toHaveLength(2);
  });
});

import { describe, expect, it } from 'vitest';
import type { ServerRequestContext } from '../server-requests.js';
import { AnswerQueue } from './answer-queue.js';
import { elicitationText, samplingText } from './question-text.js';

const context: ServerRequestContext = { id: 1, signal: new AbortController().signal, callIds: [] };
const form = { message: 'Sure?', requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } } } };

/** What the queue says to one question. */
async function ask(queue: AnswerQueue, method: string, params: object = form): Promise<unknown> {
  return queue.handlers[method]?.({ ...params }, context);
}

describe('AnswerQueue', () => {
  it('gives answers in order, and then declines: never accepts by itself (case 43)', async () => {
    const queue = new AnswerQueue();
    queue.elicit({ action: 'accept', content: { sure: true } });
    queue.elicit({ action: 'cancel' });
    expect(queue.leftOver).toEqual({ elicitations: 2, replies: 0 });
    expect(await ask(queue, 'elicitation/create')).toEqual({ action: 'accept', content: { sure: true } });
    expect(await ask(queue, 'elicitation/create')).toEqual({ action: 'cancel' });
    expect(await ask(queue, 'elicitation/create')).toEqual({ action: 'decline' });
    expect(queue.leftOver).toEqual({ elicitations: 0, replies: 0 });
  });

  it('replies as a model, and is none where nothing is queued', async () => {
    const queue = new AnswerQueue({ model: 'a-model' });
    queue.reply('Short');
    expect(await ask(queue, 'sampling/createMessage', {})).toMatchObject({
      role: 'assistant',
      content: { type: 'text', text: 'Short' },
      model: 'a-model',
    });
    await expect(ask(queue, 'sampling/createMessage', {})).rejects.toMatchObject({ code: -1 });
  });

  it('lists the roots it has at that time', async () => {
    const queue = new AnswerQueue();
    expect(await ask(queue, 'roots/list')).toEqual({ roots: [] });
    queue.addRoot({ uri: 'file:///a', name: 'a' });
    expect(await ask(queue, 'roots/list')).toEqual({ roots: [{ uri: 'file:///a', name: 'a' }] });
  });

  it('lets its owner answer or fail where nothing is queued, and tells of each question', async () => {
    const asked: string[] = [];
    const queue = new AnswerQueue({
      onAsked: ({ method }) => asked.push(method),
      onEmpty: ({ method }) => {
        if (method === 'elicitation/create') return { action: 'accept', content: { sure: 'no' } };
        throw new Error('nobody is there');
      },
    });
    await expect(ask(queue, 'elicitation/create')).rejects.toThrow('sure: expected true or false, got "no"');
    await expect(ask(queue, 'sampling/createMessage')).rejects.toThrow('nobody is there');
    expect(asked).toEqual(['elicitation/create', 'sampling/createMessage']);
  });

  it('never shares an answer between two questions at the same time', async () => {
    const queue = new AnswerQueue();
    for (const sure of [true, false]) queue.elicit({ action: 'accept', content: { sure } });
    const answers = await Promise.all([1, 2, 3].map(() => ask(queue, 'elicitation/create')));
    expect(answers).toEqual([
      { action: 'accept', content: { sure: true } },
      { action: 'accept', content: { sure: false } },
      { action: 'decline' },
    ]);
  });
});

describe('texts of questions', () => {
  it('elicitationText: the message, and the URL behind it', () => {
    expect(elicitationText({ message: 'Sure?' })).toBe('Sure?');
    expect(elicitationText({ message: 'Go', mode: 'url', url: 'https://a.test/' })).toBe('Go https://a.test/');
    expect(elicitationText({})).toBe('');
  });

  it('samplingText: every text part, one a line', () => {
    const text = (value: string): object => ({ type: 'text', text: value });
    const messages = [
      { role: 'user', content: text('a') },
      { role: 'user', content: [text('b'), { type: 'image' }, text('c')] },
    ];
    expect(samplingText({ messages })).toBe('a\nb\nc');
    expect(samplingText({})).toBe('');
  });
});

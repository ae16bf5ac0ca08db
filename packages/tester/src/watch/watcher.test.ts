import type { Frame } from '@mcpfusion/client';
import { parseMessage } from '@mcpfusion/protocol';
import { describe, expect, it } from 'vitest';
import type { WatchEvent } from './watch-event.js';
import { Watcher } from './watcher.js';

let clockMs = 0;

function frame(direction: 'in' | 'out', message: object, http?: Frame['http']): Frame {
  const raw = JSON.stringify({ jsonrpc: '2.0', ...message });
  return { direction, atMs: clockMs++, raw, message: parseMessage(raw), ...(http ? { http } : {}) };
}

const request = { id: 1, method: 'tools/call', params: { name: 'work', _meta: { progressToken: 'p' } } };
const onStream = { streamId: 7, method: 'POST', status: undefined, headers: {} };

function eventsOf(frames: readonly Frame[]): unknown[] {
  const events: WatchEvent[] = [];
  const watcher = new Watcher((event) => {
    if (event.type !== 'frame') events.push(event);
  });
  for (const one of frames) watcher.frame(one);
  return events;
}

describe('a watcher', () => {
  it('tells the start, progress, logs and the end of a call', () => {
    const events = eventsOf([
      frame('out', request),
      frame('in', { method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2 } }),
      frame('in', { method: 'notifications/message', params: { level: 'info', data: 'hello' } }),
      frame('in', { id: 1, result: { content: [], isError: true } }),
    ]);
    expect(events).toMatchObject([
      { type: 'call-started', call: { id: 1, tool: 'work', progressToken: 'p' } },
      { type: 'progress', call: { id: 1 }, progress: { progress: 1, total: 2 } },
      { type: 'log', log: { level: 'info', data: 'hello' } },
      { type: 'call-ended', end: 'tool-error' },
    ]);
  });

  it('tells a cancel by notification, with its reason', () => {
    const cancelled = { method: 'notifications/cancelled', params: { requestId: 1, reason: 'enough' } };
    expect(eventsOf([frame('out', request), frame('out', cancelled)]).at(-1)).toMatchObject({
      type: 'cancelled',
      how: 'notification',
      reason: 'enough',
    });
  });

  it('tells a cancel by the closed stream, and not for a stream whose call is over', () => {
    const closed: Frame = {
      direction: 'out',
      atMs: 9,
      raw: '',
      message: undefined,
      http: { ...onStream, end: 'closed' },
    };
    expect(eventsOf([frame('out', request, onStream), closed]).at(-1)).toMatchObject({
      type: 'cancelled',
      how: 'closed stream',
    });
    const answered = frame('in', { id: 1, result: {} }, { ...onStream, status: 200 });
    expect(eventsOf([frame('out', request, onStream), answered, closed]).at(-1)).toMatchObject({ type: 'call-ended' });
  });

  it('tells the end of a call whose answer is none', () => {
    const refused: Frame = {
      direction: 'in',
      atMs: 9,
      raw: 'Internal Server Error',
      message: undefined,
      http: { ...onStream, status: 500 },
    };
    const broken: Frame = { ...refused, raw: '', http: { ...onStream, status: 200, end: 'broken' } };
    for (const end of [refused, broken]) {
      const events = eventsOf([frame('out', request, onStream), end]);
      expect(events.at(-1)).toMatchObject({ type: 'call-ended', end: 'lost' });
    }
  });

  it('takes no notice of what is malformed', () => {
    const frames = [
      frame('in', { method: 'notifications/progress', params: { progressToken: 'p', progress: 'half' } }),
      frame('in', { method: 'notifications/message', params: { level: 'loud' } }),
      frame('in', { id: 99, result: {} }),
      frame('out', { method: 'notifications/cancelled', params: {} }),
    ];
    expect(eventsOf(frames)).toEqual([]);
  });
});

import { ask, createServer, initMCPFusion, step } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = (): object => ({ action: 'accept', content: { ok: true } });
const done: string[] = [];
beforeEach(() => void (done.length = 0));

/** Without `yield*` neither does anything, and nothing of it can be seen in its handler. */
const forgets = f
  .action('forgets')
  .withString('what')
  .interactive()
  .handle(async function* ({ what }) {
    yield* step('before', () => void done.push('before'));
    if (what === 'a question') ask.form('Delete all?', fields);
    if (what === 'a step') step('charge', () => void done.push('charged'));
    if (what === 'one of ask.all') ask.all({ all: ask.form('Delete all?', fields) });
    yield* ask.form('Sure?', fields);
    return 'deleted';
  });
const waits = f
  .action('waits')
  .interactive()
  .handle(async function* () {
    const charge = step('charge', () => void done.push('charged'));
    const { one } = yield* ask.all({ one: ask.form('One?', fields), two: ask.form('Two?', fields) });
    yield* charge;
    return String(one.ok);
  });

/** Makes what would undo its work as it goes, in case it is needed. */
const saga = f
  .action('saga')
  .interactive()
  .handle(async function* () {
    const undo = step('remove', () => void done.push('removed'), { cleansUp: true });
    let isDone = false;
    try {
      yield* step('create', () => void done.push('created'));
      isDone = (yield* ask.form('Sure?', fields)).ok;
      return 'made';
    } finally {
      if (!isDone) yield* undo;
    }
  });

const modes = bothEras.flatMap(([era, play]) =>
  [true, false].map((development) => ({ era, play, development, mode: development ? 'development' : 'production' })),
);

describe.each(modes)('$era, $mode: what is made and not waited for', ({ play, development }) => {
  const serve = () =>
    createServer({ name: 'test', version: '1', log: false, development, tools: [forgets, waits, saga] });

  it.each(['a question', 'a step', 'one of ask.all'])(
    '%s ends the call with SETUP: its answer must not pass for one',
    async (what) => {
      expect(await play(serve(), 'forgets', yes, { args: { what } })).toBe('SETUP');
      expect(done).toEqual(['before']);
    },
  );

  it('is waited for later, or with others: all is well', async () => {
    expect(await play(serve(), 'forgets', yes, { args: { what: 'nothing' } })).toBe('complete: deleted');
    expect(await play(serve(), 'waits', yes)).toBe('complete: true');
    expect(done).toEqual(['before', 'charged']);
  });

  it('a step that undoes something may be made in case it is needed', async () => {
    expect(await play(serve(), 'saga', yes)).toBe('complete: made');
    expect(done).toEqual(['created']);
    expect(await play(serve(), 'saga', () => ({ action: 'decline' }))).toBe('INPUT_DECLINED');
    expect(done).toEqual(['created', 'created', 'removed']);
  });
});

import { ask, createServer, initMCPFusion, InputRefusedError, step } from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { bothEras } from '../lib/play.js';
import { endOf, takenBack } from '../lib/raw-frames.js';
import { openSession } from '../lib/raw-session.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };

/** What is thrown at its questions, and at them again after a round. */
const tries = f
  .action('tries')
  .withBoolean('together')
  .interactive()
  .handle(async function* ({ together }) {
    const one = ask.form('one', fields);
    let caught: unknown = 'nothing';
    try {
      yield* together ? ask.all({ one, two: ask.form('two', fields) }) : one;
    } catch (error) {
      const { code, action, key } = error as InputRefusedError;
      caught = [error instanceof InputRefusedError, code, action, key];
    }
    yield* step('between', () => 1);
    yield* ask.form('last', fields);
    return JSON.stringify(caught);
  });
const lets = f
  .action('lets')
  .interactive({ onRefusal: 'reenter' })
  .handle(async function* () {
    yield* ask.form('one', fields);
    return 'wrong';
  });
const serve = () => createServer({ name: 'test', version: '1', log: false, development: false, tools: [tries, lets] });

describe.each(bothEras)('a refusal of what a generator asks, %s', (_era, play) => {
  it.each([
    ['decline', 'INPUT_DECLINED'],
    ['cancel', 'INPUT_CANCELLED'],
  ])('ELI-26: %s is thrown at the yield*, the same in each round', async (action, code) => {
    const refuseOne = ({ params }: { params: Record<string, unknown> }) =>
      params['message'] === 'one' ? { action } : yes;
    const alone = await play(serve(), 'tries', refuseOne, { args: { together: false } });
    expect(alone).toBe(`complete: ${JSON.stringify([true, code, action, undefined])}`);
    const together = await play(serve(), 'tries', refuseOne, { args: { together: true } });
    expect(together).toBe(`complete: ${JSON.stringify([true, code, action, 'one'])}`);
  });

  it('one that is not caught ends the call with its code, whatever onRefusal says', async () => {
    expect(await play(serve(), 'lets', () => ({ action: 'decline' }))).toBe('INPUT_DECLINED');
    expect(await play(serve(), 'lets', () => ({ action: 'cancel' }))).toBe('INPUT_CANCELLED');
  });
});

describe.each(bothEras)('a refusal of what a call in a step asks, %s', (_era, play) => {
  it.each(['decline', 'cancel'])(
    '%s is an InputRefusedError at the yield* of the step, in each round',
    async (action) => {
      const confirm = f
        .mutation('confirm')
        .interactive()
        .handle(async function* () {
          yield* ask.all({ one: ask.form('one', fields) });
        });
      const outer = f
        .action('outer')
        .interactive()
        .handle(async function* (_input, ctx) {
          let caught: unknown = 'nothing';
          try {
            yield* step('confirm', () => ctx.call(confirm, {}));
          } catch (error) {
            const { name, code, action: what, key, recovery } = error as InputRefusedError;
            caught = [error instanceof InputRefusedError, name, code, what, key, typeof recovery];
          }
          yield* ask.form('last', fields);
          return JSON.stringify(caught);
        });
      const server = createServer({ name: 'test', version: '1', log: false, development: false, tools: [outer] });
      const end = await play(server, 'outer', ({ params }) => (params['message'] === 'one' ? { action } : yes));
      const code = action === 'decline' ? 'INPUT_DECLINED' : 'INPUT_CANCELLED';
      expect(end).toBe(`complete: ${JSON.stringify([true, 'FusionError', code, action, 'one', 'string'])}`);
    },
  );
});

describe('2025-11-25: what is thrown at a question that the client does not answer well', () => {
  it.each<[string, object, unknown]>([
    [
      'that its user refused',
      { error: { code: -1, message: 'User rejected' } },
      [true, 'INPUT_DECLINED', 'decline', null],
    ],
    ['an error', { error: { code: -32603, message: 'no window' } }, [false, 'INPUT_FAILED', null, null]],
    [
      'that it knows no such method',
      { error: { code: -32601, message: 'no' } },
      [false, 'ELICITATION_UNSUPPORTED', null, null],
    ],
    ['what is no answer', { result: { action: 'maybe' } }, [false, 'INPUT_FAILED', null, null]],
  ])('%s: an error that can be caught', async (_what, answered, caught) => {
    const session = await openSession(serve());
    const call = session.begin(100, 'tries', { together: false });
    session.send({ id: (await session.question(1)).id, ...answered });
    session.answer((await session.question(2)).id, yes);
    expect(endOf(await call)).toBe(`complete: ${JSON.stringify(caught)}`);
  });

  it('a refusal of one of several takes the others back', async () => {
    const session = await openSession(serve());
    const call = session.begin(100, 'tries', { together: true });
    const [one, two] = [await session.question(1), await session.question(2)];
    session.answer(two.id, { action: 'decline' });
    session.answer((await session.question(3)).id, yes);
    expect(endOf(await call)).toBe(`complete: ${JSON.stringify([true, 'INPUT_DECLINED', 'decline', 'two'])}`);
    expect(takenBack(session.frames)).toEqual([one.id]);
  });
});

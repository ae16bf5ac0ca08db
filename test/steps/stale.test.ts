import { ask, createServer, initMCPFusion, step, type LogRecord, type ServerOptions } from '@mcpfusion/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { endOf } from '../lib/raw-frames.js';
import { rawRetries } from '../lib/raw-retry.js';

const f = initMCPFusion();
const fields = { ok: ask.boolean() };
const yes = { action: 'accept', content: { ok: true } };
type Body = () => AsyncGenerator<unknown, unknown, undefined>;

const done: string[] = [];
const records: LogRecord[] = [];
beforeEach(() => {
  done.length = 0;
  records.length = 0;
});

/** One deployment of the tool. Its source is the same as that of every other: what it does is in a helper. */
function deploy(body: Body, input: ServerOptions<object>['input'] = {}) {
  const tool = f
    .action('changes')
    .interactive()
    .handle(async function* () {
      return yield* body();
    });
  return rawRetries(
    createServer({
      name: 'test',
      version: '1',
      development: false,
      log: (record) => void records.push(record),
      tools: [tool],
      input: { stateKeys: 'k'.repeat(32), ...input },
    }),
  );
}

const act = (name: string) => step(name, () => void done.push(name));

/** What was deployed when the question was asked: one step, an answered question, another step, a question. */
const before: Body = async function* () {
  yield* act('create');
  yield* ask.form('First?', fields);
  yield* act('change');
  const { ok } = yield* ask.form('Second?', fields);
  yield* act('finish');
  return `${ok}`;
};

/** Asks at one deployment up to the second question, and answers it at another. */
async function answerAfter(after: Body): Promise<string> {
  const asked = await deploy(before)('changes');
  const params = (answered: typeof asked, key: string) => ({
    requestState: answered.result?.requestState,
    inputResponses: { [key]: yes },
  });
  const again = await deploy(before)('changes', {}, { params: params(asked, 'ask-1') });
  expect(done).toEqual(['create', 'change']);
  done.length = 0;
  return endOf(await deploy(after)('changes', {}, { params: params(again, 'ask-2') }));
}

const cure = 'Reads that decide a branch or show in a question belong in a step.';

describe('2026-07-28: a handler that does not do again what it had done', () => {
  it('goes on where it does the same, even if more comes after it', async () => {
    const end = await answerAfter(async function* () {
      yield* act('create');
      yield* ask.form('First?', fields);
      yield* act('change');
      const { ok } = yield* ask.form('Second?', fields);
      yield* act('finish');
      yield* act('more');
      return `${ok}, changed`;
    });
    expect([end, done]).toEqual(['complete: true, changed', ['finish', 'more']]);
    expect(records).toEqual([]);
  });

  it.each<[string, Body, string, string]>([
    [
      'another step',
      async function* () {
        yield* act('make');
        return 'wrong';
      },
      `step 'create'`,
      `step 'make'`,
    ],
    [
      'a step more before the others',
      async function* () {
        yield* act('check');
        yield* before();
      },
      `step 'create'`,
      `step 'check'`,
    ],
    [
      'a step where a question was',
      async function* () {
        yield* act('create');
        yield* act('instead');
      },
      'a question',
      `step 'instead'`,
    ],
    [
      'a question where a step was',
      async function* () {
        yield* ask.form('First?', fields);
      },
      `step 'create'`,
      `ask.form('First?', …)`,
    ],
    [
      'a question with other words',
      async function* () {
        yield* act('create');
        yield* ask.form('The first?', fields);
      },
      'a question whose words, fields or visit ids differ',
      `ask.form('The first?', …)`,
    ],
    [
      'a step before the question that is answered',
      async function* () {
        yield* act('create');
        yield* ask.form('First?', fields);
        yield* act('change');
        yield* act('more');
        yield* ask.form('Second?', fields);
      },
      'a question',
      `step 'more'`,
    ],
    [
      'other words in the question that is answered',
      async function* () {
        yield* act('create');
        yield* ask.form('First?', fields);
        yield* act('change');
        yield* ask.form('Second, with a price of 5 €?', fields);
        yield* act('finish');
      },
      'the question it had asked, whose words, fields or visit ids differ',
      `ask.form('Second, with a price of 5 €?', …)`,
    ],
    [
      'other fields in the question that is answered',
      async function* () {
        yield* act('create');
        yield* ask.form('First?', fields);
        yield* act('change');
        yield* ask.form('Second?', { ok: ask.boolean('Sure?') });
        yield* act('finish');
      },
      'the question it had asked, whose words, fields or visit ids differ',
      `ask.form('Second?', …)`,
    ],
    [
      'less',
      async function* () {
        yield* act('create');
        return 'wrong';
      },
      'a question',
      'its end',
    ],
    [
      'nothing',
      async function* () {
        yield 'nothing of ours';
        return 'wrong';
      },
      `step 'create'`,
      'its end',
    ],
    [
      'all but the question that is answered',
      async function* () {
        yield* act('create');
        yield* ask.form('First?', fields);
        yield* act('change');
        return 'wrong';
      },
      'a question',
      'its end',
    ],
  ])('that does %s is STATE_STALE: nothing runs, and the log says why', async (_what, after, expected, got) => {
    expect([await answerAfter(after), done]).toEqual(['STATE_STALE', []]);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({
      level: 'error',
      message: 'a handler did not do again what it had done before its question',
      data: { tool: 'changes', expected, got, cure },
    });
  });

  it('a model is told to try once more, and not for ever', async () => {
    const asked = await deploy(before)('changes');
    const params = { requestState: asked.result?.requestState, inputResponses: { 'ask-1': yes } };
    const { result } = await deploy(async function* () {
      yield* act('other');
    })('changes', {}, { params });
    expect(JSON.stringify(result)).toContain(
      'Call it again, without the answer. If that ends in the same way, do not go on: the tool must be mended first.',
    );
  });

  it('cannot catch it, and its finally blocks do nothing to the world', async () => {
    const end = await answerAfter(async function* () {
      try {
        yield* act('other');
      } catch {
        done.push('caught');
      } finally {
        done.push('plain');
        yield* act('clean up');
      }
    });
    expect([end, done]).toEqual(['STATE_STALE', ['plain']]);
  });

  it('whose finally hangs is answered after graceMs', async () => {
    const asked = await deploy(before)('changes');
    const server = createServer({
      name: 'test',
      version: '1',
      log: false,
      graceMs: 20,
      tools: [
        f
          .action('changes')
          .interactive()
          .handle(async function* () {
            return yield* body();
          }),
      ],
      input: { stateKeys: 'k'.repeat(32) },
    });
    const body: Body = async function* () {
      try {
        yield* act('other');
      } finally {
        await new Promise(() => {});
      }
    };
    const params = { requestState: asked.result?.requestState, inputResponses: { 'ask-1': yes } };
    expect(endOf(await rawRetries(server)('changes', {}, { params }))).toBe('STATE_STALE');
    expect(server.counts()).toMatchObject({ inFlight: 0, running: 0 });
  });

  it('whose own source has changed is not run at all', async () => {
    const serve = (isNew: boolean) => {
      const tool = isNew
        ? f
            .action('changes')
            .interactive()
            .handle(async function* () {
              done.push('new');
              return (yield* ask.form('First?', fields)).ok;
            })
        : f
            .action('changes')
            .interactive()
            .handle(async function* () {
              done.push('old');
              return (yield* ask.form('First?', fields)).ok;
            });
      const input = { stateKeys: 'k'.repeat(32) };
      return rawRetries(createServer({ name: 'test', version: '1', log: false, tools: [tool], input }));
    };
    const asked = await serve(false)('changes');
    const params = { requestState: asked.result?.requestState, inputResponses: { 'ask-1': yes } };
    expect(endOf(await serve(true)('changes', {}, { params }))).toBe('STATE_STALE');
    expect(done).toEqual(['old']);
  });

  it('by chance, in one process: a read outside of a step that decides a branch', async () => {
    let price = 1;
    const call = deploy(async function* () {
      const { ok } = yield* ask.form(`Pay ${price} €?`, fields);
      yield* act('pay');
      return String(ok);
    });
    const asked = await call('changes');
    price = 2;
    const params = { requestState: asked.result?.requestState, inputResponses: { 'ask-1': yes } };
    const stale = await call('changes', {}, { params });
    expect([endOf(stale), done]).toEqual(['STATE_STALE', []]);
    expect(stale.result?.content?.[0]?.text).toContain('Call it again, without the answer.');
  });
});

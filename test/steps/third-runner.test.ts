import {
  ask,
  createServer,
  FusionError,
  initMCPFusion,
  progress,
  step,
  type Log,
  type ToolDefinition,
} from '@mcpfusion/core';
import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../packages/core/src/call/cancellation.js';
import type { Outcome } from '../../packages/core/src/call/outcome.js';
import { runCall } from '../../packages/core/src/call/run-call.js';
import type { RequestExtra } from '../../packages/core/src/handler/context.js';
import { createMemory, type CallMemory } from '../../packages/core/src/handler/call-memory.js';
import { noProgress } from '../../packages/core/src/handler/progress.js';
import type { LiveAsks } from '../../packages/core/src/input/asks.js';
import { CallInput } from '../../packages/core/src/input/call-input.js';
import type { ServerCore } from '../../packages/core/src/server/server.js';

/** Where a call outlives its process: one record, as text. */
class Record {
  text = JSON.stringify(createMemory(false));
  readonly asked: string[] = [];
}

/** Asks through a record: a question without an answer is a process that waits and may end there. */
function askThrough(record: Record, answer: object | undefined): LiveAsks {
  return {
    kind: 'live',
    checkNeeds: () => {},
    checkRequests: () => {},
    countRound: () => {},
    openVisits: async () => {},
    closeVisits: () => {},
    ask: async (requests) => {
      record.asked.push(...Object.keys(requests));
      if (!answer) return new Promise(() => {});
      return Object.fromEntries(Object.keys(requests).map((key) => [key, answer]));
    },
    keep: async (memory) => void (record.text = JSON.stringify(memory)),
  };
}

/** One process that runs the call, as far as it comes. */
function runOn(record: Record, tool: ToolDefinition, answer: object | undefined) {
  const server = createServer<object>({ name: 'test', version: '1', log: false, tools: [tool as never] });
  const { engine } = server as ServerCore;
  const cancellation = new Cancellation();
  const outcome = new Promise<Outcome>((resolve) =>
    runCall(engine, {
      tool: engine.compile(tool),
      rawInput: {},
      cancellation,
      extra: { meta: {} } as RequestExtra,
      progress: noProgress,
      parent: undefined,
      input: new CallInput(askThrough(record, answer), JSON.parse(record.text) as CallMemory),
      openLog: () => ({}) as Log,
      onOutcome: resolve,
    }),
  );
  return { outcome, server };
}

describe('a third way of running, for calls that outlive their process', () => {
  const done: string[] = [];
  const f = initMCPFusion();
  const tool = f
    .mutation('provision')
    .interactive()
    .handle(async function* () {
      yield progress(10);
      const env = yield* step('create', (_signal, { idempotencyKey }) => {
        done.push('create');
        return { id: 'env-1', idempotencyKey };
      });
      const failed = yield* tryIt();
      const { ok } = yield* ask.form('Start it?', { ok: ask.boolean() });
      const started = yield* step('start', (_signal, { idempotencyKey }) => {
        done.push('start');
        return idempotencyKey;
      });
      return { ok, failed, isSameCall: env.idempotencyKey.slice(0, 36) === started.slice(0, 36) };
    }) as unknown as ToolDefinition;

  function* tryIt() {
    try {
      return yield* step('check', (): string => {
        done.push('check');
        throw new FusionError('QuotaReached', 'No more.');
      });
    } catch (error) {
      return (error as FusionError).code;
    }
  }

  it('a process that ends at the question is followed by one that goes on there', async () => {
    const record = new Record();
    runOn(record, tool, undefined);
    while (record.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['create', 'check']);

    const { outcome } = runOn(record, tool, { action: 'accept', content: { ok: true } });
    expect(await outcome).toEqual({
      kind: 'complete',
      value: { ok: true, failed: 'QuotaReached', isSameCall: true },
    });
    expect([done, record.asked]).toEqual([
      ['create', 'check', 'start'],
      ['ask-1', 'ask-1'],
    ]);

    // A third that comes too late finds all of it done.
    const again = runOn(record, tool, undefined);
    expect(await again.outcome).toMatchObject({ kind: 'complete', value: { ok: true } });
    expect(done).toEqual(['create', 'check', 'start']);
  });

  it('what it has done is kept before the handler goes on', async () => {
    const record = new Record();
    const input = askThrough(record, undefined);
    let isKept = false;
    const order: string[] = [];
    const careful = f
      .action('careful')
      .interactive()
      .handle(function* () {
        yield* step('one', () => 1);
        order.push(`kept: ${isKept}`);
        return 'done';
      }) as unknown as ToolDefinition;
    const keep = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve));
      isKept = true;
    };
    const server = createServer<object>({ name: 'test', version: '1', log: false, tools: [careful as never] });
    const { engine } = server as ServerCore;
    const outcome = await new Promise<Outcome>((resolve) =>
      runCall(engine, {
        tool: engine.compile(careful),
        rawInput: {},
        cancellation: new Cancellation(),
        extra: { meta: {} } as RequestExtra,
        progress: noProgress,
        parent: undefined,
        input: new CallInput({ ...input, keep }, createMemory(false)),
        openLog: () => ({}) as Log,
        onOutcome: resolve,
      }),
    );
    expect([outcome.kind, order]).toEqual(['complete', ['kept: true']]);
  });
});

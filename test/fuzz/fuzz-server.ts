import {
  createServer,
  initMCPFusion,
  progress,
  text,
  type CallContext,
  type Server,
  type ToolDefinition,
} from '@mcpfusion/core';
import type { Body, Order, Stage } from './stage.js';

const f = initMCPFusion();

type Tool = ToolDefinition<unknown, unknown, object>;

const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Tools that end by themselves, now or in a turn or two. */
function quickTools(): Tool[] {
  const later = f
    .query('later')
    .withString('text', undefined, { optional: true })
    .handle(async (input) => {
      await macrotask();
      return text(input.text ?? 'later');
    });
  return [
    later,
    f
      .query('echo')
      .withString('text')
      .handle((input) => text(input.text)),
    f
      .query('count')
      .withInteger('to', undefined, { min: 0, max: 9 })
      .handle(async function* ({ to }, ctx) {
        for (let step = 1; step <= to; step++) {
          yield progress({ progress: step, total: to });
          if (step % 3 === 0) await macrotask();
        }
        ctx.log.error('counted', { to });
        return text('counted');
      }),
    f.action('fails').handle(() => {
      throw new Error('on purpose');
    }),
    f.mutation('changes').handle(async () => {
      await macrotask();
      return text('changed');
    }),
    f.action('nests').handle(async (_input, ctx) => ctx.call(later, { text: 'nested' })),
    f
      .query('mirrored')
      .withString('region', undefined, { header: 'Region' })
      .handle((input) => text(input.region)),
    f.query('constructor').handle(() => text('a tool like any other')),
  ];
}

/** How many bodies of each tool that waits for orders may be inside. */
export const most: Readonly<Record<string, number>> = {
  free: Number.POSITIVE_INFINITY,
  plain: Number.POSITIVE_INFINITY,
  deaf: Number.POSITIVE_INFINITY,
  brief: Number.POSITIVE_INFINITY,
  locked: 1,
  pooled: 2,
  inner: Number.POSITIVE_INFINITY,
};

/** Tools whose bodies do what they are told, step by step. */
function orderedTools(stage: Stage): Tool[] {
  const nested = new Map<string, ToolDefinition<{ tag: string }, unknown, object>>();
  const obey = async (body: Body, order: Order, ctx: CallContext): Promise<boolean> => {
    if (order.do === 'log') ctx.log.error('told to', { tag: body.tag });
    else if (order.do === 'murmur') {
      setImmediate(() => {
        ctx.progress(98);
        ctx.log.emergency('told to', { tag: body.tag });
      });
    } else if (order.do === 'nest') {
      const tool = nested.get(order.tool);
      const call = tool && ctx.call(tool, { tag: stage.nestedTag(body.tag) });
      if (order.isAwaited) await call?.catch(() => {});
    } else if (order.do === 'throw') throw new Error('told to');
    return order.do === 'return';
  };
  async function* generate(tool: string, tag: string, ctx: CallContext) {
    const body = stage.enter(tag, tool, ctx.signal, most[tool] ?? 0);
    try {
      for (;;) {
        const order = await stage.next(tag, tool === 'deaf' ? undefined : ctx.signal);
        if (order.do === 'progress') yield progress({ progress: order.value });
        else if (await obey(body, order, ctx)) return text(tag);
      }
    } finally {
      // Takes its time: key and slot are to wait for it.
      await macrotask();
      body.isIn = false;
    }
  }
  const plain = async (tool: string, tag: string, ctx: CallContext): Promise<unknown> => {
    const body = stage.enter(tag, tool, ctx.signal, most[tool] ?? 0);
    try {
      for (;;) {
        const order = await stage.next(tag, ctx.signal);
        if (order.do === 'progress') ctx.progress({ progress: order.value });
        else if (await obey(body, order, ctx)) return text(tag);
      }
    } finally {
      body.isIn = false;
    }
  };
  const tools = [
    f
      .action('free')
      .withString('tag')
      .handle(({ tag }, ctx) => generate('free', tag, ctx)),
    f
      .action('plain')
      .withString('tag')
      .handle(({ tag }, ctx) => plain('plain', tag, ctx)),
    f
      .action('deaf')
      .withString('tag')
      .handle(({ tag }, ctx) => generate('deaf', tag, ctx)),
    f
      .action('brief')
      .withString('tag')
      .timeout(1)
      .handle(({ tag }, ctx) => generate('brief', tag, ctx)),
    f
      .mutation('locked')
      .withString('tag')
      .handle(({ tag }, ctx) => generate('locked', tag, ctx)),
    f
      .action('pooled')
      .withString('tag')
      .concurrency({ max: 2, queue: 2 })
      .handle(({ tag }, ctx) => plain('pooled', tag, ctx)),
    f
      .action('inner')
      .withString('tag')
      .handle(({ tag }, ctx) => generate('inner', tag, ctx)),
  ];
  for (const tool of tools) nested.set(tool.name, tool as never);
  return tools as Tool[];
}

const isQuiet: ReadonlySet<string> = new Set(['debug', 'info', 'notice']);

/** What the tools here do on purpose; any other warning is a fault. */
const fromTools =
  /^(?:tool failed|told to|counted|the handler threw after its call|Progress was dropped|log messages were lost)/;

/** A server with tools for everything that can go on in one. */
export function createFuzzServer(stage: Stage): Server {
  return createServer({
    name: 'fuzz',
    version: '1.0.0',
    log: ({ level, message }) => {
      if (!isQuiet.has(level) && !fromTools.test(message)) stage.faults.push(`log: ${message}`);
    },
    graceMs: 60_000,
    concurrency: { max: 64 },
    tools: [...quickTools(), ...orderedTools(stage)],
  });
}

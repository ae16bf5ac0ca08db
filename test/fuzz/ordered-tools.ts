import { initMCPFusion, progress, text, type CallContext, type ToolDefinition } from '@mcpfusion/core';
import type { Body, Order, Stage } from './stage.js';
import { turn } from './watch.js';

const f = initMCPFusion();

/** How many bodies of a tool may be inside; of the others any number. */
const most: Readonly<Record<string, number>> = { locked: 1, pooled: 2 };

interface Input {
  readonly tag: string;
}

type OrderedTool = ToolDefinition<Input, unknown, object>;

/** Tools whose bodies do what they are told, step by step. */
export function orderedTools(stage: Stage): ToolDefinition<unknown, unknown, object>[] {
  const tools = new Map<string, OrderedTool>();
  const generate = (input: Input, ctx: CallContext) => obeyAll(stage, tools, input, ctx);
  const plain = async (input: Input, ctx: CallContext): Promise<unknown> => {
    const body = generate(input, ctx);
    for (;;) {
      const { done, value } = await body.next();
      if (done) return value;
      ctx.progress(value);
    }
  };
  const add = (tool: OrderedTool): void => void tools.set(tool.name, tool);
  for (const name of ['free', 'deaf', 'inner']) add(f.action(name).withString('tag').handle(generate));
  add(f.action('plain').withString('tag').handle(plain));
  add(f.action('brief').withString('tag').timeout(1).handle(generate));
  add(f.mutation('locked').withString('tag').handle(generate));
  add(f.action('pooled').withString('tag').concurrency({ max: 2, queue: 2 }).handle(plain));
  return [...tools.values()] as never;
}

type Tools = ReadonlyMap<string, OrderedTool>;

async function* obeyAll(stage: Stage, tools: Tools, { tag }: Input, ctx: CallContext) {
  const { toolName, signal } = ctx;
  const body = stage.enter(tag, toolName, signal, most[toolName] ?? Number.POSITIVE_INFINITY);
  try {
    for (;;) {
      const order = await stage.next(tag, toolName === 'deaf' ? undefined : signal);
      if (order.do === 'return') return text(tag);
      if (order.do === 'progress') yield progress({ progress: order.value });
      else if (order.do === 'nest') await nest(stage, tools.get(order.tool), body, order, ctx);
      else obey(body, order, ctx);
    }
  } finally {
    // Takes its time: key and slot are to wait for it.
    await turn();
    body.isIn = false;
  }
}

async function nest(
  stage: Stage,
  tool: OrderedTool | undefined,
  { tag }: Body,
  { isAwaited }: Order & { readonly do: 'nest' },
  ctx: CallContext,
): Promise<void> {
  const call = tool && ctx.call(tool, { tag: stage.nestedTag(tag) });
  if (isAwaited) await call?.catch(() => {});
}

function obey({ tag }: Body, order: Order, ctx: CallContext): void {
  if (order.do === 'throw') throw new Error('told to');
  if (order.do === 'log') ctx.log.error('told to', { tag });
  if (order.do !== 'murmur') return;
  setImmediate(() => {
    ctx.progress(98);
    ctx.log.emergency('told to', { tag });
  });
}

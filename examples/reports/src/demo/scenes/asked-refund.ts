import { connect, textOf, type Client, type Transport } from '@mcpfusion/client';
import { colored, dim, type Line } from '../line.js';
import { printOutcome, printTitle, type SceneTitle, type Stage } from '../stage.js';
import { wireLines } from '../wire-lines.js';

const tool = 'billing.refund';

/** What the user says, and what comes of it. */
const says = {
  approved: { action: 'accept', content: { confirm: true } },
  declined: { action: 'decline' },
  cancelled: { action: 'cancel' },
} as const;
const codes = { declined: 'INPUT_DECLINED', cancelled: 'INPUT_CANCELLED' } as const;

export interface AskedRefund extends Pick<SceneTitle, 'number' | 'way' | 'what'> {
  readonly era: Client['era'];
  readonly transport: Transport;
  /** What passes when the user approves, by name. */
  readonly wire: readonly string[];
}

/** Three refunds that ask their user, in a process of its own: approved, declined, cancelled. */
export async function askedRefund(stage: Stage, { era, transport, wire, ...title }: AskedRefund): Promise<void> {
  const { screen, expect } = stage;
  printTitle(screen, { tool, ...title });
  let answer: object = says.approved;
  await using client = await connect(transport, {
    era,
    capabilities: { elicitation: { form: {} } },
    onRequest: { 'elicitation/create': () => answer },
  });
  await approved(stage, client, wire);
  for (const [how, id] of [
    ['declined', 'inv_1042'],
    ['cancelled', 'inv_1043'],
  ] as const) {
    answer = says[how];
    const result = await client.callTool(tool, { id });
    const status = await statusOf(client, id);
    expect(textOf(result).includes(codes[how]), `${codes[how]}, got ${textOf(result)}`);
    expect(status === 'paid', `nothing to be refunded when it was ${how}, got ${status}`);
    printOutcome(screen, `${how.padEnd(10)} `, colored('yellow', codes[how]), dim(` · the invoice is still ${status}`));
  }
}

async function approved({ screen, expect }: Stage, client: Client, wire: readonly string[]): Promise<void> {
  const framesBefore = client.frames.length;
  const id = 'inv_1041';
  const result = await client.callTool(tool, { id });
  const frames = client.frames.slice(framesBefore);
  const lines = wireLines(frames);
  for (const line of lines) screen.print(...line);
  const names = lines.map(([, name]) => (typeof name === 'object' ? name.text.trim() : name));
  expect(names.join() === wire.join(), `${wire.join()} on the wire, got ${names.join()}`);
  expect(textOf(result).includes('"refundedCents":12850'), `a refund of 128.50, got ${textOf(result)}`);

  const status = await statusOf(client, id);
  expect(status === 'refunded', `a refunded invoice, got ${status}`);
  const again = await sentAgain(client, frames);
  expect(again !== undefined, 'the same answer not to refund again');
  printOutcome(screen, 'approved   ', 'refunded once', ...(again ?? []));
}

/** The approved call once more: with its answer and its state where they traveled, otherwise as a new one. */
async function sentAgain(client: Client, frames: Client['frames']): Promise<Line | undefined> {
  const last = frames.findLast(({ direction, raw }) => direction === 'out' && raw.includes('"tools/call"'));
  const { params } = JSON.parse(last?.raw ?? '{}') as { readonly params: Record<string, unknown> };
  const { _meta, ...rest } = params;
  const text = JSON.stringify(await client.request('tools/call', rest));
  const [code] = /STATE_USED|ALREADY_REFUNDED/.exec(text) ?? [];
  return code === undefined ? undefined : [dim(' · the same sent again: '), colored('yellow', code)];
}

async function statusOf(client: Client, id: string): Promise<string> {
  const { status } = JSON.parse(textOf(await client.callTool('billing.get_invoice', { id }))) as { status: string };
  return status;
}

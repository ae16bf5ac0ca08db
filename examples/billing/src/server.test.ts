import { readFile } from 'node:fs/promises';
import { connect, memory, textOf, type Client, type RequestHandler } from '@mcpfusion/client';
import { connectInMemory, type Era, type Server } from '@mcpfusion/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bank } from './bank/connections.js';
import { ledger } from './ledger/ledger.js';
import { createBillingServer } from './server.js';

const eras = ['2025-11-25', '2026-07-28'] as const satisfies readonly Era[];

let server: Server;
let client: Client;
/** What the user was asked, in words. */
let asked: string[];

beforeEach(async () => {
  ledger.reset();
  bank.reset();
  asked = [];
  server = await createBillingServer({ log: false });
});

afterEach(async () => {
  await client.close();
  await server.close();
});

const open = async (era: Era, answer: RequestHandler = () => ({ action: 'decline' })): Promise<void> => {
  client = await connect(
    memory((onFrame) => connectInMemory(server, onFrame)),
    {
      era,
      capabilities: { elicitation: { form: {}, url: {} } },
      onRequest: {
        'elicitation/create': (params, context) => {
          asked.push(String(params['message']));
          return answer(params, context);
        },
      },
    },
  );
};

const accept = (content: object) => (): object => ({ action: 'accept', content });
const call = async (name: string, args: object = {}): Promise<string> =>
  textOf(await client.callTool(name, args as Record<string, unknown>));
const statusOf = (id: string): unknown => ledger.find(id)?.status;

describe('the server', () => {
  it('has the tools of its folder, each but the refund described', async () => {
    await open('2026-07-28');
    expect((await client.listTools()).map(({ name }) => name)).toEqual([
      'billing.connect_bank',
      'billing.get_invoice',
      'billing.list_invoices',
      'billing.refund',
      'billing.write_off',
    ]);
  });

  it('lists invoices, and one of them', async () => {
    await open('2026-07-28');
    expect(JSON.parse(await call('billing.list_invoices'))).toHaveLength(10);
    expect(JSON.parse(await call('billing.list_invoices', { status: 'open' }))).toHaveLength(3);
    expect(JSON.parse(await call('billing.get_invoice', { id: 'inv_1041' }))).toMatchObject({ amountCents: 12_850 });
    expect(await call('billing.get_invoice', { id: 'x' })).toMatch(/INVOICE_UNKNOWN[\s\S]*billing\.list_invoices/);
  });
});

describe('billing.refund', () => {
  it.each(['docs/input.md', 'README.md'])('is written as in %s', async (page) => {
    const [source, text] = await Promise.all([
      readFile(new URL('./tools/billing-refund.ts', import.meta.url), 'utf8'),
      readFile(new URL(`../../../${page}`, import.meta.url), 'utf8'),
    ]);
    const snippet = source.slice(source.indexOf('export default'));
    expect(snippet).toMatch(/^export default f\.mutation\('billing\.refund'\)/);
    const squeezed = (code: string): string => code.replaceAll(/\s+/g, ' ').trim();
    expect(squeezed(text)).toContain(squeezed(snippet));
  });
});

describe.each(eras)('billing.refund in %s', (era) => {
  it('A6 A7: refunds what was approved, once', async () => {
    await open(era, accept({ confirm: true }));
    const refund = { invoice: 'inv_1041', customer: 'Harbour Bakery', refundedCents: 12_850 };
    expect(JSON.parse(await call('billing.refund', { id: 'inv_1041' }))).toEqual(refund);
    expect(await call('billing.refund', { id: 'inv_1041' })).toContain('ALREADY_REFUNDED');
    expect(asked).toEqual(['Refund 128.5 to Harbour Bakery?']);
    expect(statusOf('inv_1041')).toBe('refunded');
  });

  it.each([
    ['decline', 'INPUT_DECLINED'],
    ['cancel', 'INPUT_CANCELLED'],
  ])('refunds nothing after %s', async (action, code) => {
    await open(era, () => ({ action }));
    expect(await call('billing.refund', { id: 'inv_1042' })).toContain(code);
    expect(statusOf('inv_1042')).toBe('paid');
  });

  it('refunds nothing when the user accepts the form and does not approve', async () => {
    await open(era, accept({ confirm: false }));
    const end = await call('billing.refund', { id: 'inv_1042' }).catch((error: Error) => error.message);
    expect(end).not.toContain('refundedCents');
    expect(asked.length).toBeGreaterThan(1);
    expect(statusOf('inv_1042')).toBe('paid');
  });

  it.each([
    ['inv_1045', 'ALREADY_REFUNDED', 'Tell the user'],
    ['inv_1046', 'INVOICE_NOT_PAID', 'billing.list_invoices'],
    ['inv_9', 'INVOICE_UNKNOWN', 'billing.list_invoices'],
  ])('asks nobody about %s: %s, and says what to do', async (id, code, recovery) => {
    await open(era);
    const answer = await call('billing.refund', { id });
    expect(answer).toContain(code);
    expect(answer).toContain(recovery);
    expect(asked).toEqual([]);
  });

  it('of two that are approved at the same time refunds one', async () => {
    let letBoth = (): void => {};
    const both = new Promise<void>((resolve) => (letBoth = resolve));
    await open(era, async () => {
      if (asked.length === 2) letBoth();
      await both;
      return { action: 'accept', content: { confirm: true } };
    });
    const ends = await Promise.all([1, 2].map(() => call('billing.refund', { id: 'inv_1043' })));
    expect(ends.filter((end) => end.includes('refundedCents'))).toHaveLength(1);
    expect(ends.filter((end) => end.includes('ALREADY_REFUNDED'))).toHaveLength(1);
  });
});

describe.each(eras)('billing.write_off in %s', (era) => {
  const answering =
    (answers: Record<'why' | 'memo', object>): RequestHandler =>
    ({ message }) =>
      String(message).startsWith('Write off') ? answers.why : answers.memo;
  const reason = { reason: 'small' };

  it('asks both questions at once, and writes off what was answered', async () => {
    const why = { action: 'accept', content: { ...reason, percent: 25 } };
    await open(era, answering({ why, memo: { action: 'accept', content: { memo: 'Agreed by phone' } } }));
    expect(JSON.parse(await call('billing.write_off', { id: 'inv_1049' }))).toEqual({
      invoice: 'inv_1049',
      writtenOffCents: 2_081,
      openCents: 6_244,
      reason: 'It is not worth the trouble',
      memo: 'Agreed by phone',
    });
    expect(asked).toEqual(['Write off 83.25 of Greenway Nursery?', 'A memo for the books?']);
  });

  it('takes its default for what was left out, and does without a memo', async () => {
    await open(era, answering({ why: { action: 'accept', content: reason }, memo: { action: 'decline' } }));
    expect(await call('billing.write_off', { id: 'inv_1049' })).toContain('"memo":"none"');
    expect(statusOf('inv_1049')).toBe('written_off');
  });

  it.each(['decline', 'cancel'])('writes off nothing when the user chose to %s', async (action) => {
    await open(era, answering({ why: { action }, memo: { action: 'accept', content: { memo: 'x' } } }));
    expect(await call('billing.write_off', { id: 'inv_1049' })).toBe(
      `Nothing was written off: the user chose to ${action}.`,
    );
    expect(statusOf('inv_1049')).toBe('open');
  });

  it('asks again when the invoice was changed while its user was thinking', async () => {
    await open(era, (params) => {
      const invoice = ledger.find('inv_1049');
      if (asked.length === 1 && invoice) ledger.change(invoice, { amountCents: 5_000 });
      return answering({ why: { action: 'accept', content: reason }, memo: { action: 'decline' } })(
        params,
        {} as never,
      );
    });
    expect(await call('billing.write_off', { id: 'inv_1049' })).toContain('"writtenOffCents":5000');
    expect(asked.filter((message) => message.startsWith('Write off'))).toEqual([
      'Write off 83.25 of Greenway Nursery?',
      'Write off 50 of Greenway Nursery?',
    ]);
  });

  it('asks nobody about an invoice that is paid', async () => {
    await open(era);
    expect(await call('billing.write_off', { id: 'inv_1041' })).toContain('INVOICE_NOT_OPEN');
    expect(asked).toEqual([]);
  });
});

describe.each(eras)('billing.connect_bank in %s', (era) => {
  it('is connected when the page says so, not when the user consents', async () => {
    const pages: string[] = [];
    await open(era, ({ mode, url }) => {
      pages.push(`${String(mode)} ${String(url)}`);
      return { action: 'accept' };
    });
    expect(await call('billing.connect_bank')).toContain('BANK_NOT_CONNECTED');
    expect(pages).toEqual([expect.stringMatching(/^url https:\/\/billing\.example\/connect\/[\da-f-]{36}$/)]);
    const id = pages[0]?.split('/').at(-1) ?? '';
    expect(bank.finish(id, 'somebody else')).toBe(false);
    expect(bank.finish(id, undefined)).toBe(true);
    expect(bank.finish(id, undefined)).toBe(false);
    expect(await call('billing.connect_bank')).toBe('The bank is connected.');
    expect(asked).toHaveLength(1);
  });
});

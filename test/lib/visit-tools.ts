import { ask, createServer, FusionError, initMCPFusion, type Server, type ServerOptions } from '@mcpfusion/core';
import type { ServerCore } from '../../packages/core/src/server/server.js';

const f = initMCPFusion();

/** What a client says when its user agrees to open a page. */
export const agreed = { action: 'accept' };

const pageOf = (id: string): string => `https://bank.test/${id}`;

/** Sends its user to one page, and is through when the visit is over. */
const connect = f
  .mutation('connect')
  .withString('visit', 'its id')
  .interactive()
  .handle(async function* ({ visit }) {
    yield* ask.url('Connect your bank', pageOf(visit), { id: visit });
    return `connected ${visit}`;
  });

/** The same, without changing anything. */
const look = f
  .query('look')
  .withString('visit', 'its id')
  .interactive()
  .handle(async function* ({ visit }) {
    yield* ask.url('Sign in', pageOf(visit), { id: visit });
    return `looked ${visit}`;
  });

const consent = f
  .mutation('consent')
  .withString('visit', 'not used')
  .interactive()
  .handle(async function* () {
    yield* ask.url('Read the terms', 'https://bank.test/terms', { until: 'consent' });
    return 'agreed';
  });

/** Two pages and a form at once. */
const several = f
  .mutation('several')
  .withString('visit', 'how their ids begin')
  .interactive()
  .handle(async function* ({ visit }) {
    const { form } = yield* ask.all({
      bank: ask.url('Connect your bank', pageOf(visit), { id: `${visit}-bank` }),
      shop: ask.url('Connect your shop', pageOf(visit), { id: `${visit}-shop` }),
      form: ask.form('How much?', { amount: ask.integer() }),
    });
    return `connected for ${form.amount}`;
  });

/** Asks a call inside it. */
const around = f
  .mutation('around')
  .withString('visit', 'its id')
  .interactive()
  .handle(async (input, ctx) => `around ${await ctx.call(connect, input)}`);

/** Tells what it was thrown. */
const telling = f
  .mutation('telling')
  .withString('visit', 'its id')
  .interactive()
  .handle(async function* ({ visit }) {
    try {
      yield* ask.url('Connect your bank', pageOf(visit), { id: visit });
    } catch (error) {
      return error instanceof FusionError ? `${error.code}: ${error.message}` : 'something else';
    }
    return 'connected';
  });

/** Asks for the same visit again and again. */
const twice = f
  .mutation('twice')
  .withString('visit', 'its id')
  .interactive()
  .handle(async function* ({ visit }) {
    yield* ask.url('First', pageOf(visit), { id: visit });
    yield* ask.url('Second', pageOf(visit), { id: visit });
    return 'twice';
  });

export function visitServer(options: Partial<ServerOptions<object>> = {}): Server {
  const tools = [connect, look, consent, several, around, telling, twice];
  return createServer({ name: 'visits', version: '1', log: false, tools, ...options });
}

/** How many questions and requests of this process wait for a visit. */
export function waitingIn(server: Server): number {
  return (server as ServerCore).inputs.visits.waiting;
}

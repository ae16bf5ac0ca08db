import { connectInMemory, type Server } from '@mcpfusion/core';
import { endOf, everyCapability, isQuestion, type RawFrame, type RawQuestion } from './raw-frames.js';

/** What an onlooker sees of one call. */
export interface Seen {
  /** As `endOf` says it. */
  readonly end: string;
  /** `progress message`, in order. */
  readonly progress: readonly string[];
  /** The messages of the questions, in order, each when it was first shown. */
  readonly questions: readonly string[];
  readonly rounds: number;
}

/** Undefined: not this time. */
export type Answerer = (question: RawQuestion) => object | undefined;

interface CallSpec {
  readonly name: string;
  readonly args?: object;
  readonly answer: Answerer;
}

/** Calls a tool in a session, over a wire in memory. */
export function playLive(server: Server, { name, args = {}, answer }: CallSpec): Promise<Seen> {
  const log = new CallLog();
  return new Promise((resolve) => {
    const connection = connectInMemory(server, (json) => {
      const frame = JSON.parse(json) as RawFrame;
      if (frame.id === 'open') {
        send({ method: 'notifications/initialized' });
        send({ id: 'call', method: 'tools/call', params: { name, arguments: args, _meta: { progressToken: 'p' } } });
      } else if (isQuestion(frame)) {
        const question = { method: frame.method ?? '', params: frame.params ?? {} };
        log.show(question);
        const result = answer(question);
        if (result) send({ id: frame.id, result });
      } else if (frame.id === 'call') {
        connection.close();
        resolve(log.seen(endOf(frame), 1));
      } else log.take(frame);
    });
    const send = (message: object): void => connection.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: everyCapability,
      clientInfo: { name: 'raw', version: '1' },
    };
    send({ id: 'open', method: 'initialize', params });
  });
}

/** The same in 2026-07-28, each round at the server that `next` gives: it may be another process. */
export async function playRounds(next: () => Server, { name, args = {}, answer }: CallSpec): Promise<Seen> {
  const log = new CallLog();
  let retry: object = {};
  for (let round = 1; round <= mostRounds; round++) {
    const frame = await callOnce(next(), { name, arguments: args, ...retry }, log);
    const { inputRequests, requestState } = frame.result ?? {};
    if (!inputRequests) return log.seen(endOf(frame), round);
    const answers = Object.entries(inputRequests).map(([key, question]) => {
      log.show(question);
      return [key, answer(question)] as const;
    });
    const inputResponses = Object.fromEntries(answers.filter(([, response]) => response !== undefined));
    retry = { inputResponses, requestState };
  }
  throw new Error(`Expected an end within ${mostRounds} rounds.`);
}

const mostRounds = 600;

function callOnce(server: Server, params: object, log: CallLog): Promise<RawFrame> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': everyCapability,
    progressToken: 'p',
  };
  return new Promise((resolve) => {
    const connection = connectInMemory(server, (json) => {
      const frame = JSON.parse(json) as RawFrame;
      if (frame.id === undefined) return log.take(frame);
      connection.close();
      resolve(frame);
    });
    connection.receive(
      JSON.stringify({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params: { ...params, _meta } }),
    );
  });
}

class CallLog {
  readonly #progress: string[] = [];
  readonly #questions: string[] = [];

  show({ params }: RawQuestion): void {
    const message = params['message'] as string;
    if (!this.#questions.includes(message)) this.#questions.push(message);
  }

  take({ method, params = {} }: RawFrame): void {
    if (method !== 'notifications/progress') return;
    const { progress, message } = params;
    this.#progress.push(`${String(progress)} ${String(message)}`);
  }

  seen(end: string, rounds: number): Seen {
    return { end, rounds, progress: this.#progress, questions: this.#questions };
  }
}

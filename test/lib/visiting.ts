import type { Server } from '@mcpfusion/core';
import { endOf, isQuestion, type RawFrame } from './raw-frames.js';
import { rawHttp } from './raw-http-session.js';
import { rawRetries } from './raw-retry.js';
import { agreed } from './visit-tools.js';

/** A call that has asked its user for a visit, or has ended before. */
export interface Visiting {
  /** `asks`, or how it ended. */
  readonly began: string;
  /** The user agrees to the visit: `waits`, or how the call ended. To be called again in 2026-07-28, on the same server or another. */
  agree(on?: Server): Promise<string>;
  /** How it ends, when it does. */
  end(on?: Server): Promise<string>;
}

export type BeginVisiting = (server: Server, name: string, visit: string, principal?: string) => Promise<Visiting>;

/** Over HTTP without a port, so that there are principals. */
export const visitingInBothEras: readonly (readonly [string, BeginVisiting])[] = [
  ['2025-11-25', inSession],
  ['2026-07-28', inRetries],
];

/** Turns of the event loop in which a call would have gone on, had it been told to. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function inSession(server: Server, name: string, visit: string, principal?: string): Promise<Visiting> {
  const session = await rawHttp(server)(principal);
  const stream = await session.begin(1, name, { visit });
  const isEnd = ({ id, method }: RawFrame): boolean => id === 1 && method === undefined;
  const first = await stream.next((frame) => isQuestion(frame) || isEnd(frame));
  const end = async (): Promise<string> => endOf(await stream.next(isEnd));
  return {
    began: isQuestion(first) ? 'asks' : endOf(first),
    agree: async () => {
      await session.answer(first.id, agreed);
      await settle();
      return stream.frames.some(isEnd) ? end() : 'waits';
    },
    end,
  };
}

async function inRetries(server: Server, name: string, visit: string, principal?: string): Promise<Visiting> {
  const who = principal === undefined ? {} : { principal };
  const first = await rawRetries(server)(name, { visit }, who);
  let requestState = first.result?.requestState;
  const retry = async (on: Server): Promise<string> => {
    const params = { requestState, inputResponses: { 'ask-1': agreed } };
    const answer = await rawRetries(on)(name, { visit }, { ...who, params });
    requestState = answer.result?.requestState ?? requestState;
    return answer.result?.inputRequests ? 'waits' : endOf(answer);
  };
  return {
    began: first.result?.inputRequests ? 'asks' : endOf(first),
    agree: (on = server) => retry(on),
    end: (on = server) => retry(on),
  };
}

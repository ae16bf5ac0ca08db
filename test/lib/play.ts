import type { Server } from '@mcpfusion/core';
import { endOf, everyCapability, type RawQuestion } from './raw-frames.js';
import { rawRetries } from './raw-retry.js';
import { openSession } from './raw-session.js';

export interface PlayOptions {
  readonly args?: object;
  readonly capabilities?: object;
}

/** Calls a tool, answers what it asks, and gives its end in one line. An undefined answer is left out (2026). */
export type Play = (
  server: Server,
  name: string,
  answer: (question: RawQuestion, key: string) => unknown,
  options?: PlayOptions,
) => Promise<string>;

export const bothEras: readonly (readonly [string, Play])[] = [
  ['2025-11-25', playSession],
  ['2026-07-28', playRetries],
];

async function playSession(
  server: Server,
  name: string,
  answer: Parameters<Play>[2],
  { args, capabilities = everyCapability }: PlayOptions = {},
): Promise<string> {
  const session = await openSession(server, capabilities);
  const result = session.begin(1, name, args);
  let isOver = false;
  void result.then(() => (isOver = true));
  for (let number = 1; ; number++) {
    const { id, method = '', params = {} } = await Promise.race([session.question(number), result]);
    if (isOver || (id === 1 && method === '')) return endOf(await result);
    session.answer(id, answer({ method, params }, 'input') as object);
  }
}

async function playRetries(
  server: Server,
  name: string,
  answer: Parameters<Play>[2],
  { args = {}, capabilities = everyCapability }: PlayOptions = {},
): Promise<string> {
  const call = rawRetries(server);
  let params: Record<string, unknown> = {};
  for (;;) {
    const answered = await call(name, args, { params, capabilities });
    const { inputRequests, requestState } = answered.result ?? {};
    if (!inputRequests) return endOf(answered);
    const inputResponses = Object.fromEntries(
      Object.entries(inputRequests).map(([key, question]) => [key, answer(question, key)]),
    );
    params = { inputResponses, requestState };
  }
}

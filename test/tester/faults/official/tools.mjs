// The same tools on both official servers; `say` hides how each of them notifies.
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** `register(name, config, run)`, where `run(args, call)` and `call` is `{ token, signal, progress, log, ask }`. */
export function registerTools(register, shape) {
  register('work', {}, async (_args, call) => {
    for (const at of [1, 2, 3]) await call.progress(at);
    for (const level of ['debug', 'warning', 'error']) await call.log(level, `at ${level}`);
    return text('done');
  });
  register('slow', {}, async (_args, call) => {
    for (let at = 1; at < 200 && !call.signal.aborted; at++) {
      await call.progress(at);
      await sleep(20);
    }
    return text('late');
  });
  register('ask', {}, (_args, call) => call.ask(text));
  register('structured', { outputSchema: shape({ n: z.number() }) }, async () => ({
    ...text('{"n":1}'),
    structuredContent: { n: 1 },
  }));
  register('echo', { inputSchema: shape({ text: z.string() }) }, async (args) => text(args.text));
  register('fails', {}, async () => {
    throw new Error('it failed');
  });
}

export const question = {
  message: 'Go on?',
  requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } } },
};

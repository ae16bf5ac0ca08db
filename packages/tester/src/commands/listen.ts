import { methods } from '@mcpfusion/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { durationOption } from '../options/duration-option.js';
import { exitCodes, type ExitCode } from '../exit/exit-code.js';
import { ConnectionFailure } from '../exit/tester-error.js';
import { openListening } from '../listening/open-listening.js';
import type { CommandContext } from './command-context.js';
import { withConnection } from './with-connection.js';

export interface ListenFlags {
  /** Resource URIs. */
  readonly subscribe?: readonly string[];
  /** 0 or absent: until Ctrl-C. */
  readonly duration?: string;
}

/** Of calls; `-v` shows them. */
const ofCalls: ReadonlySet<string> = new Set([methods.progress, methods.cancelled]);

/** `mcp-tester listen`: prints the notifications of a server as they come. Ctrl-C is its ordinary end. */
export function listen(context: CommandContext, { subscribe = [], duration = '0' }: ListenFlags): Promise<ExitCode> {
  const durationMs = durationOption('--duration', duration);
  return withConnection(context, async ({ client, target }) => {
    const stop = client.onFrame(({ direction, message }) => {
      if (direction !== 'in' || message?.kind !== 'notification' || ofCalls.has(message.method)) return;
      print(context, message.method, message.params);
    });
    const listening = await openListening(client, { subscribe, timeoutMs: target.timeoutMs, signal: context.signal });
    context.output.note(`Listening for ${listening.what}.${durationMs === 0 ? ' Ctrl-C ends it.' : ''}`);
    const isOver = new AbortController();
    const over = await Promise.race([
      untilOver(durationMs, AbortSignal.any([context.signal, isOver.signal])).then(() => 'as wished' as const),
      listening.ended.then((error) => error ?? ('ended' as const)),
      client.lost,
    ]);
    // Its timer would keep the process.
    isOver.abort();
    stop();
    await listening.close();
    // Ctrl-C ends the subscription as well: that is no failure of it.
    if (context.signal.aborted) return exitCodes.ok;
    if (over instanceof Error) throw new ConnectionFailure(over.message, { cause: over });
    if (over === 'ended') context.output.note('The server has ended it: nothing more will come.');
    return exitCodes.ok;
  });
}

function print({ options, output }: CommandContext, method: string, params: unknown): void {
  if (options.format === 'json') output.print(JSON.stringify({ method, params }));
  else output.print(`${method} ${JSON.stringify(params)}`);
}

async function untilOver(durationMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  if (durationMs > 0) return sleep(durationMs, undefined, { signal }).catch(() => {});
  // A promise keeps no process alive; the timer does.
  const keepAlive = setInterval(() => {}, 1_000_000_000);
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  clearInterval(keepAlive);
}

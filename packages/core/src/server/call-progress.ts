import { methods, progressEncoder, type ProgressToken, type ProgressValues } from '@mcpfusion/protocol';
import { ProgressChannel, type ProgressOutlet } from '../call/progress-channel.js';
import { createReporter, type ProgressReporter } from '../handler/progress.js';
import type { CompiledTool } from '../tool/compile-tool.js';
import type { Exchange } from './exchange.js';
import type { MethodCall } from './method-call.js';

export function reporterOf(channel: ProgressChannel): ProgressReporter {
  return createReporter(
    (fields) => channel.report(fields),
    () => channel.etaMs(),
  );
}

/** Without a token there is no channel. Source: 2026-07-28, Progress, Progress Flow. */
export function openChannel({ server, exchange }: MethodCall, tool: CompiledTool): ProgressChannel | undefined {
  const { progressToken } = exchange.envelope;
  if (progressToken === undefined) return undefined;
  const channel = new ProgressChannel(new ExchangeProgress(exchange, progressToken), server.progress, (message) =>
    server.log.warning(message, { tool: tool.definition.name }),
  );
  exchange.cancellation.listen(channel);
  return channel;
}

class ExchangeProgress implements ProgressOutlet {
  readonly #exchange: Exchange;
  readonly #encode: (values: ProgressValues) => string;

  constructor(exchange: Exchange, token: ProgressToken) {
    this.#exchange = exchange;
    this.#encode = progressEncoder(token);
  }

  send(values: ProgressValues): void {
    this.#exchange.send(methods.progress, values, this.#encode);
  }

  isPressed(): boolean {
    return this.#exchange.outlet.isPressed();
  }

  whenDrained(callback: () => void): void {
    this.#exchange.outlet.whenDrained(callback);
  }
}

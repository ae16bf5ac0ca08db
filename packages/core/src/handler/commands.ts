import type { InputRequests } from '@mcpfusion/protocol';
import { hasBrand } from '../brand.js';

// Registered, so that two installed copies of this package understand each other's commands.
export const commandBrand: unique symbol = Symbol.for('dev.mcpfusion/command') as never;

/** What a step is told besides its signal. */
export interface StepInfo {
  /** The same on every attempt of this step in this call, in both revisions. Give it to services that take one. */
  readonly idempotencyKey: string;
}

/** Of `step()`. */
export interface StepOptions {
  /**
   * It undoes something: it may begin, too, when the call was cancelled while code before it waited for something else
   * than `yield*`. Nothing else tells it from a step that must not begin any more. Default false.
   */
  readonly cleansUp?: boolean;
}

export type StepFunction<TValue> = (signal: AbortSignal, info: StepInfo) => TValue | PromiseLike<TValue>;

/** Work to be done once, however often the handler is run. Made by `step()`. */
export interface StepCommand {
  readonly [commandBrand]: 'step';
  readonly name: string;
  readonly run: StepFunction<unknown>;
  /** It may begin though its call was cancelled. */
  readonly cleansUp: boolean;
}

/** Questions to the user. Made by `ask.form()` and the like. */
export interface AskCommand {
  readonly [commandBrand]: 'ask';
  /** By key; one that is asked alone has the key `''`. */
  readonly requests: InputRequests;
  /** Of visits whose end is waited for: the id under which the page tells of it, by key. */
  readonly visits: Readonly<Record<string, string>>;
}

/** What `yield*` in a handler hands to the framework. */
export type Command = StepCommand | AskCommand;

export function isStep(value: unknown): value is StepCommand {
  return isCommand(value) && value[commandBrand] === 'step';
}

export function isCommand(value: unknown): value is Command {
  return hasBrand(value, commandBrand);
}

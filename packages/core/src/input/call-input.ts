import type { JsonValue } from '@mcpfusion/protocol';
import { setupError } from '../errors.js';
import { canTellSteps, currentStep, StepScope } from '../handler/ambient-memory.js';
import { createMemory, type CallMemory } from '../handler/call-memory.js';
import { findInside } from '../handler/find-inside.js';
import type { ToolDefinition } from '../tool/definition.js';
import { hasOpen } from './ask-memory.js';
import type { Asks } from './asks.js';
import { canonicalJson } from './canonical-json.js';
import { EarlierCalls } from './earlier-calls.js';

export interface CallInputOptions {
  readonly claim?: () => Promise<void>;
  /** It may run again with the same answers, as long as no call inside changes anything. */
  readonly mayRunAgain?: boolean;
  readonly isInStep?: boolean;
  readonly early?: Readonly<Record<string, unknown>>;
}

interface RunningStep {
  readonly scope: StepScope;
  end(): void;
  isAsking(): boolean;
  forget(): void;
}

/** What an interactive call asks by, and what it knows by now. */
export class CallInput {
  readonly asks: Asks;
  readonly memory: CallMemory;
  readonly mayRunAgain: boolean;
  /** Of a call inside another: it was made by a step of that. */
  readonly isInStep: boolean;
  readonly #claim: (() => Promise<void>) | undefined;
  #claimed: Promise<void> | undefined;
  /** Answers that came before anything was asked; taken once. */
  #early: Readonly<Record<string, unknown>> | undefined;
  /** Of calls inside, by the step that makes them. */
  readonly #numbers = new Map<string, number>();
  #earlierCalls: EarlierCalls | undefined;
  /** That runs. */
  #step: StepScope | undefined;
  /** 2026: a call inside has asked in this round. */
  #hasAsked = false;

  constructor(
    asks: Asks,
    memory: CallMemory,
    { claim, mayRunAgain = false, isInStep = false, early }: CallInputOptions = {},
  ) {
    this.asks = asks;
    this.memory = memory;
    this.mayRunAgain = mayRunAgain;
    this.isInStep = isInStep;
    this.#claim = claim;
    this.#early = early;
  }

  /** Before anything is changed with answers that came back: rejects when that was done with them already. Nothing for others. */
  claim(): Promise<void> | undefined {
    return (this.#claimed ??= this.#claim?.());
  }

  takeEarly(): Readonly<Record<string, unknown>> | undefined {
    const early = this.#early;
    this.#early = undefined;
    return early;
  }

  /** The handler begins from its top. */
  beginRound(): void {
    this.#numbers.clear();
    this.#earlierCalls = undefined;
    this.#step = undefined;
    this.#hasAsked = false;
  }

  get hasAsked(): boolean {
    return this.#hasAsked;
  }

  /** A call inside has asked, so that this one will run again. */
  noteAsked(): void {
    this.#hasAsked = true;
  }

  /** `isAsking`: a call in it has an open question. `forget`: it is done, and so are the calls in it, for good. */
  beginStep(ordinal: number): RunningStep {
    const scope = new StepScope(ordinal);
    this.#step = scope;
    const { children } = this.memory;
    const own = (): string[] =>
      scope.calls === 0 ? [] : Object.keys(children).filter((key) => key.startsWith(`${scope.name}.`));
    return {
      scope,
      end: () => {
        scope.isOver = true;
        this.#step = undefined;
      },
      isAsking: () => own().some((key) => hasOpen(children[key] as CallMemory)),
      forget: () => {
        for (const key of own()) delete children[key];
      },
    };
  }

  /** Of a call inside: what it knew in the round before, if it is the same call. */
  child({ name, interactive }: ToolDefinition, rawInput: unknown): ChildInput {
    const step = this.#stepHere(name);
    // Those of a step are counted apart: a round that need not run it again counts on as if it had.
    const scope = step ? `${step.name}.` : '';
    const args = canonicalJson(rawInput ?? {});
    const wireName = name.replaceAll('/', '.');
    if (step) step.calls++;
    const known = this.#earlier().take(scope, wireName, args);
    const key = known ?? this.#newKey(scope, wireName);
    const memory = known === undefined ? undefined : this.memory.children[known];
    return new ChildInput(
      this,
      (this.memory.children[key] = memory ?? createMemory(interactive?.onRefusal === 'reenter', args)),
      {
        isInStep: step !== undefined,
        hasLost: known === undefined && this.#earlier().hasOther(scope, wireName),
        replace: (done) => void (this.memory.children[key] = done),
      },
    );
  }

  #earlier(): EarlierCalls {
    return (this.#earlierCalls ??= new EarlierCalls(this.memory.children));
  }

  /** Kept from then on: in later rounds the call is found by what it is, whatever the order of calls side by side. */
  #newKey(scope: string, name: string): string {
    const { children } = this.memory;
    let number = (this.#numbers.get(scope) ?? 0) + 1;
    while (Object.hasOwn(children, `${scope}${number}:${name}`)) number++;
    this.#numbers.set(scope, number);
    return `${scope}${number}:${name}`;
  }

  /** The step that makes a call, told by where the code belongs: others may be made beside it. */
  #stepHere(tool: string): StepScope | undefined {
    const step = currentStep(this.memory);
    if (step?.isOver) throw setupError(`Expected ctx.call of ${tool} before its step has ended, got one after it.`);
    if (this.#step && !canTellSteps())
      throw setupError(`Expected ctx.call of ${tool} outside of steps, on a platform without AsyncLocalStorage.`);
    return step;
  }
}

interface ChildOptions {
  readonly isInStep: boolean;
  readonly hasLost: boolean;
  readonly replace: (memory: CallMemory) => void;
}

/** Of a call inside another. */
export class ChildInput extends CallInput {
  /** In the round before one of this tool had other arguments and had done something; it was not made again. */
  readonly hasLost: boolean;
  readonly #replace: (memory: CallMemory) => void;

  constructor(around: CallInput, memory: CallMemory, { isInStep, hasLost, replace }: ChildOptions) {
    super(around.asks, memory, { claim: async () => around.claim(), mayRunAgain: around.mayRunAgain, isInStep });
    this.hasLost = hasLost;
    this.#replace = replace;
  }

  /**
   * The call is over: when the handler around it runs again it gets `value` again, and nothing is run. Only what is
   * the same after JSON can be kept; a call that gives anything else runs again.
   */
  finish(value: unknown): void {
    if (value !== undefined && findInside(value, tellNotPlain)) return;
    const { args } = this.memory;
    const done = value === undefined ? {} : { value: JSON.parse(JSON.stringify(value)) as JsonValue };
    this.#replace({ ...createMemory(false, args), done });
  }
}

/** What JSON would change or leave out. */
function tellNotPlain(part: unknown): string | undefined {
  if (part === null || typeof part === 'string' || typeof part === 'boolean') return undefined;
  if (typeof part === 'number') return Number.isFinite(part) && !Object.is(part, -0) ? undefined : 'no number of JSON';
  if (typeof part !== 'object') return typeof part;
  const prototype: unknown = Object.getPrototypeOf(part);
  const isPlain = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
  // Content blocks are told by a symbol.
  return isPlain && Object.getOwnPropertySymbols(part).length === 0 && !('toJSON' in part)
    ? undefined
    : 'no plain value';
}

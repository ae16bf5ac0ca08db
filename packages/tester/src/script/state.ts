import { isObject } from '@mcpfusion/protocol';
import type { CallRecord } from './calls/call-record.js';
import { CommandFailure } from './failure.js';
import { sortedJson } from './values/sorted-json.js';

/** What `assert_error_code` asks about. */
export interface LastError {
  /** 0 for everything but a JSON-RPC error. */
  readonly code: number;
  readonly isToolError: boolean;
}

/** What the commands of a script share. Each branch of `parallel` has its own. */
export class ScriptState {
  readonly #variables = new Map<string, string>();
  /** Names that were set here, though it may be to what they were. */
  readonly #written = new Set<string>();
  /** All text of the last result, or the text of the last error that was expected. */
  text = '';
  /** The last result as it came. Undefined before the first. */
  result: unknown;
  /** Of the last `expect_error`; undefined again once another command has reached the server. */
  lastError: LastError | undefined;
  /** The last tool call, or the last request of any kind that was given up. */
  lastCall: CallRecord | undefined;

  get variables(): ReadonlyMap<string, string> {
    return this.#variables;
  }

  /** The last result, indented by two, with sorted keys. */
  get json(): string {
    return this.result === undefined ? '' : sortedJson(this.result);
  }

  setVariable(name: string, value: string): void {
    this.#variables.set(name, value);
    this.#written.add(name);
  }

  /** Takes over a result that came. */
  setResult(result: unknown, text = resultText(result)): void {
    this.result = result;
    this.text = text;
  }

  /** A call has begun: what the one before has answered says nothing about this one. */
  forgetResult(): void {
    this.result = undefined;
    this.text = '';
  }

  /** Throws where there is no result to be looked at. That is no failed assertion: neither it nor its opposite holds. */
  checkResult(): void {
    if (this.result !== undefined) return;
    const why = this.lastCall ? `${this.lastCall.what} has none` : 'nothing was called yet';
    throw new CommandFailure('other', `there is no result to look at: ${why}`);
  }

  /** Keeps a failure that was expected: `{ error, code, isToolError }`, and of a tool error its `toolResult`. */
  setError(failure: CommandFailure): void {
    const { message: error, code, toolResult } = failure;
    const isToolError = failure.kind === 'tool';
    this.lastError = { code, isToolError };
    this.setResult({ error, code, isToolError, ...(isToolError ? { toolResult } : {}) }, error);
  }

  /** For a branch that runs beside others. */
  copy(): ScriptState {
    const state = new ScriptState();
    state.#takeResult(this);
    for (const [name, value] of this.variables) state.#variables.set(name, value);
    return state;
  }

  /** Branches in the order of the file: what they set, and the result of the last. */
  merge(branches: readonly ScriptState[]): void {
    for (const branch of branches) {
      for (const name of branch.#written) this.setVariable(name, branch.#variables.get(name) ?? '');
    }
    const last = branches.at(-1);
    if (last) this.#takeResult(last);
  }

  #takeResult({ text, result, lastError, lastCall }: ScriptState): void {
    this.text = text;
    this.result = result;
    this.lastError = lastError;
    this.lastCall = lastCall;
  }
}

/** The text blocks of a tool's result, joined without anything between. */
export function resultText(result: unknown): string {
  const content = isObject(result) ? result['content'] : undefined;
  if (!Array.isArray(content)) return '';
  return (content as unknown[])
    .map((block) => (isObject(block) && block['type'] === 'text' ? block['text'] : undefined))
    .filter((text) => typeof text === 'string')
    .join('');
}

import { resolve } from 'node:path';
import { HttpFailure } from '@mcpfusion/client';
import { exitCodes } from '../../exit/exit-code.js';
import type { StepReport } from '../../suite/report.js';
import type { CommandScope } from '../command.js';
import { exitCodeOf, scriptError, type CommandFailure } from '../failure.js';
import { toFailure } from '../to-failure.js';
import type { Script, ScriptBlock, ScriptNode, ScriptStep } from '../script.js';
import type { ScriptHost } from '../script-host.js';
import { ScriptState } from '../state.js';
import { substitute } from '../variables.js';
import { readInclude, type IncludeChain } from './read-include.js';
import { runCommand } from './run-command.js';
import type { ScriptSession } from './session.js';

/** Each line that runs is reported, so their number is bounded. */
const maxTimes = 100_000;

/** Where a line stands, and what it works on. */
interface Branch {
  readonly script: Script;
  readonly chain: IncludeChain;
  readonly scope: CommandScope;
  /** What has run, in the order of the file. */
  readonly steps: StepReport[];
}

/** Runs the lines of a script one after the other, and those of `parallel` beside each other. */
export class ScriptRunner {
  readonly #host: ScriptHost;
  readonly #session: ScriptSession;
  #stoppedBy: string | undefined;

  constructor(host: ScriptHost, session: ScriptSession) {
    this.#host = host;
    this.#session = session;
  }

  /** Why the rest was not run; undefined while nothing keeps it from running. */
  get stoppedBy(): string | undefined {
    return this.#stoppedBy;
  }

  /** Never rejects: what fails is in the steps. */
  async run(script: Script): Promise<readonly StepReport[]> {
    const scope: CommandScope = {
      host: this.#host,
      session: this.#session,
      place: '',
      state: new ScriptState(),
      signal: this.#host.signal,
      listeners: [],
      hasDeadline: false,
      isParallel: false,
      run: runCommand,
    };
    const branch: Branch = { script, chain: [resolve(script.file)], scope, steps: [] };
    await this.#body(script.body, branch);
    return branch.steps;
  }

  async #body(nodes: readonly ScriptNode[], branch: Branch): Promise<void> {
    for (const node of nodes) {
      if (this.#host.signal.aborted) this.#stoppedBy ??= 'interrupted';
      if (this.#stoppedBy !== undefined) return;
      await this.#node(node, branch);
    }
  }

  async #node(node: ScriptNode, branch: Branch): Promise<void> {
    if (node.kind === 'step') await this.#step(node, branch);
    else if (node.word === 'parallel') await this.#parallel(node, branch);
    else await this.#repeat(node, branch);
  }

  async #step(step: ScriptStep, branch: Branch): Promise<void> {
    const { script, chain, scope } = branch;
    let included: Script | undefined;
    await this.#reported(step, branch, async () => {
      if (step.error !== undefined) throw scriptError(step.error);
      const tokens = this.#tokensOf(step, branch);
      const [word, file] = tokens;
      if (word !== 'include' || tokens.length !== 2 || file === undefined) {
        return runCommand(tokens, { ...scope, place: placeOf(step, branch) });
      }
      included = await readInclude(file, script, chain);
    });
    if (!included) return;
    await this.#body(included.body, { ...branch, script: included, chain: [...chain, resolve(included.file)] });
  }

  async #repeat(block: ScriptBlock, branch: Branch): Promise<void> {
    const times = await this.#head(block, branch, ([, count = '', ...rest]) => {
      if (rest.length === 0 && /^\d+$/.test(count) && Number(count) <= maxTimes) return Number(count);
      throw scriptError(`expected: repeat N, with a whole number up to ${maxTimes}; got ${block.text}`);
    });
    for (let time = 0; time < times && this.#stoppedBy === undefined; time++) await this.#body(block.body, branch);
  }

  async #parallel(block: ScriptBlock, branch: Branch): Promise<void> {
    const isRun = await this.#head(block, branch, ({ length }) => {
      if (length === 1) return 1;
      throw scriptError(`expected parallel alone on its line; got ${block.text}`);
    });
    if (isRun === 0) return;
    const { scope } = branch;
    const branches = block.body.map((node) => {
      // A signal of its own: so many listeners on one would be a warning.
      const signal = AbortSignal.any([scope.signal]);
      const own: Branch = {
        ...branch,
        scope: { ...scope, signal, state: scope.state.copy(), isParallel: true },
        steps: [],
      };
      return { own, ended: this.#node(node, own) };
    });
    await Promise.all(branches.map(({ ended }) => ended));
    for (const { own } of branches) branch.steps.push(...own.steps);
    scope.state.merge(branches.map(({ own }) => own.scope.state));
  }

  /** Reads the line of a block. It counts as a step only when it is wrong; the block is then run no time. */
  async #head(block: ScriptBlock, branch: Branch, read: (tokens: readonly string[]) => number): Promise<number> {
    try {
      return read(this.#tokensOf(block, branch));
    } catch (error) {
      await this.#reported(block, branch, () => Promise.reject(toFailure(error)));
      return 0;
    }
  }

  #tokensOf(step: ScriptStep | ScriptBlock, { scope }: Branch): string[] {
    const sources = { variables: scope.state.variables, env: this.#host.env };
    const tokens = step.tokens.map((token) => substitute(token, sources));
    return step.kind === 'step' && step.heredoc !== undefined ? [...tokens, step.heredoc] : tokens;
  }

  async #reported(step: ScriptStep | ScriptBlock, branch: Branch, run: () => Promise<void>): Promise<void> {
    const { line, text } = step;
    const isIncluded = branch.chain.length > 1;
    const place = { line, text, ...(isIncluded ? { file: branch.script.file } : {}) };
    this.#host.onStepStart?.(place);
    const startedAtMs = performance.now();
    const failure = await run().then(
      () => undefined,
      (error: unknown) => toFailure(error),
    );
    const durationMs = performance.now() - startedAtMs;
    if (failure) this.#stopIfOver(failure, line);
    const report: StepReport = failure
      ? { ...place, isOk: false, error: textOf(failure, line), exitCode: exitCodeOf(failure), durationMs }
      : { ...place, isOk: true, exitCode: exitCodes.ok, durationMs };
    branch.steps.push(report);
    this.#host.onStep?.(report);
  }

  /** Without a server every later line would fail in the same way. One bad HTTP answer is not that. */
  #stopIfOver(failure: CommandFailure, line: number): void {
    if (failure.kind === 'interrupted') this.#stoppedBy ??= 'interrupted';
    if (failure.kind !== 'lost') return;
    const { cause } = failure;
    const isAnswered = cause instanceof HttpFailure;
    if (!isAnswered) this.#stoppedBy ??= `no server any more from line ${line} on: ${failure.message}`;
  }
}

function placeOf({ line }: ScriptStep, { chain, script }: Branch): string {
  return chain.length > 1 ? `line ${line} of ${script.file}` : `line ${line}`;
}

function textOf(failure: CommandFailure, line: number): string {
  return failure.isBare ? failure.message : `line ${line}: ${failure.message}`;
}

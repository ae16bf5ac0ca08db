import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodes, LineSplitter, rpcError, type InvalidMessage, type Line } from '@mcpfusion/protocol';
import type { CarrierHost, Transport } from '../carrier.js';
import { ConnectionLost } from '../errors.js';
import { SharedCarrier } from '../shared-carrier.js';
import { markedProcesses, markName, signalMarked } from './marked-processes.js';
import { isGroupAlive, leadsGroup, signalGroup, trackGroup, untrackGroup } from './process-group.js';
import { Tail } from './tail.js';

export interface StdioOptions {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to this process's environment; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** `capture` (default) keeps the last part for error messages; it is read in either case. */
  readonly stderr?: 'capture' | 'inherit';
  /** What the server writes to stderr, as it comes. Not called with `inherit`. */
  readonly onStderr?: (text: string) => void;
  /** A longer line of stdout is skipped and counts as an invalid message. 256 MiB by default. */
  readonly maxLineBytes?: number;
  /** How long `close` waits after closing stdin, and again after SIGTERM. 2,000 by default. */
  readonly closeWaitMs?: number;
}

/** A server as a child process, one message a line. */
export function stdio(options: StdioOptions): Transport {
  return {
    kind: 'stdio',
    open: async (host) => {
      const carrier = new StdioCarrier(options, host);
      await carrier.started;
      return carrier;
    },
  };
}

const stderrTailChars = 16 * 1024;

const defaultMaxLineBytes = 256 * 1024 * 1024;

/** Output written just before the end, or held open by a grandchild, gets this long after it. */
const lastOutputMs = 500;

const pollMs = 20;

/** Reading that takes longer leaves the event loop a turn. */
const busyMs = 5;

class StdioCarrier extends SharedCarrier {
  readonly kind = 'stdio';
  /** Rejects when the command could not be started. */
  readonly started: Promise<void>;
  readonly #options: StdioOptions;
  readonly #child: ChildProcess;
  readonly #mark = randomUUID();
  readonly #lines: LineSplitter;
  readonly #stderr = new Tail(stderrTailChars);
  #closing: Promise<void> | undefined;

  constructor(options: StdioOptions, host: CarrierHost) {
    super(host);
    this.#options = options;
    this.#lines = new LineSplitter(options.maxLineBytes ?? defaultMaxLineBytes);
    const { command, args = [], env = {}, cwd } = options;
    this.#child = spawn(command, args, {
      ...leadsGroup,
      env: { ...process.env, ...env, [markName]: this.#mark },
      cwd,
      stdio: ['pipe', 'pipe', options.stderr === 'inherit' ? 'inherit' : 'pipe'],
    });
    trackGroup(this.#child, this.#mark);
    this.started = new Promise((resolve, reject) => {
      this.#child.once('spawn', resolve);
      this.#child.once('error', (error) => {
        reject(new ConnectionLost(`Could not start ${command}: ${error.message}`, { cause: error }));
      });
    });
    this.#readOutput();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  stderrTail(): string {
    return this.#stderr.text;
  }

  #readOutput(): void {
    const { stdin, stdout, stderr } = this.#child;
    // A write to a process that has ended fails; its end is reported by itself.
    stdin?.on('error', () => {});
    stdout?.on('data', (chunk: Buffer) => {
      const startedAtMs = performance.now();
      for (const line of this.#lines.push(chunk)) this.#take(line);
      if (performance.now() - startedAtMs < busyMs) return;
      // A flood is read piece by piece, with a look at timers and signals in between.
      stdout.pause();
      setImmediate(() => stdout.resume());
    });
    const decoder = new TextDecoder();
    stderr?.on('data', (chunk: Buffer) => {
      const text = decoder.decode(chunk, { stream: true });
      this.#stderr.push(text);
      this.#options.onStderr?.(text);
    });
    const exited = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    const outputEnded = new Promise<void>((resolve) => stdout?.once('close', resolve));
    void this.#watchEnd(exited, outputEnded);
  }

  async #watchEnd(exited: Promise<void>, outputEnded: Promise<void>): Promise<void> {
    await Promise.race([exited, outputEnded]);
    await Promise.race([Promise.all([exited, outputEnded]), sleep(lastOutputMs, undefined, { ref: false })]);
    const rest = this.#lines.end();
    if (rest) this.#take(rest);
    this.lose(this.#howItEnded());
  }

  #take(line: Line): void {
    if ('text' in line) this.receive(line.text);
    else this.receive('', 'oversizedBytes' in line ? tooLong(line.oversizedBytes) : notUtf8);
  }

  #howItEnded(): ConnectionLost {
    const { exitCode, signalCode } = this.#child;
    const end =
      signalCode !== null
        ? `was ended by ${signalCode}`
        : exitCode !== null
          ? `ended with exit code ${exitCode}`
          : 'closed its output';
    const stderrLines = this.#stderr.lines(10);
    const shown = stderrLines.map((line) => `\n  ${line}`).join('');
    const said = shown === '' ? '' : ` Last lines of its stderr:${shown}`;
    return new ConnectionLost(`The server ${end}.${said}`, { stderrLines });
  }

  protected write(data: string | Uint8Array, isWhole: boolean): void {
    const stdin = this.#child.stdin;
    if (stdin?.writable) stdin.write(isWhole ? `${data as string}\n` : data);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** stdin closed, wait, SIGTERM, wait, SIGKILL. Source: 2025-11-25, Lifecycle, Shutdown. */
  async #end(): Promise<void> {
    const { pid } = this.#child;
    const waitMs = this.#options.closeWaitMs ?? 2_000;
    this.#child.stdin?.end();
    if (pid !== undefined && !(await this.#isGone(pid, waitMs))) {
      signalGroup(pid, 'SIGTERM');
      if (!(await this.#isGone(pid, waitMs))) {
        signalGroup(pid, 'SIGKILL');
        await this.#isGone(pid, waitMs);
      }
    }
    await this.#endStrays(waitMs);
    untrackGroup(this.#child);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.lose(this.#howItEnded());
  }

  /** Those that have left the group: they hear of the end by SIGTERM. */
  async #endStrays(waitMs: number): Promise<void> {
    if (markedProcesses(this.#mark).length === 0) return;
    signalMarked(this.#mark, 'SIGTERM');
    if (await isOver(() => markedProcesses(this.#mark).length > 0, waitMs)) return;
    signalMarked(this.#mark, 'SIGKILL');
    await isOver(() => markedProcesses(this.#mark).length > 0, waitMs);
  }

  #isGone(pid: number, waitMs: number): Promise<boolean> {
    return isOver(() => isGroupAlive(pid), waitMs);
  }
}

async function isOver(isAlive: () => boolean, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (isAlive()) {
    if (performance.now() >= until) return false;
    await sleep(pollMs);
  }
  return true;
}

function tooLong(bytes: number): InvalidMessage {
  const error = rpcError(errorCodes.parseError, `Parse error: the line has ${bytes} bytes, more than is read.`);
  return { kind: 'invalid', id: undefined, error };
}

const notUtf8: InvalidMessage = {
  kind: 'invalid',
  id: undefined,
  error: rpcError(errorCodes.parseError, 'Parse error: the line is not UTF-8.'),
};

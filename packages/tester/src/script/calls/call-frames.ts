import type { Client, Frame, RunningCall } from '@mcpfusion/client';
import { methods } from '@mcpfusion/protocol';
import { FirstAndLast } from './first-and-last.js';

const charsOf = ({ raw }: Frame): number => raw.length;

/**
 * The evidence about a call that is given up, kept as it passes: the log of the connection forgets. Begins before the
 * call is sent, so `follow` hands the call in; a call of several rounds is several requests, each announced with
 * `expect`.
 */
export class CallFrames {
  /** What this side sent of it. */
  readonly sent = new FirstAndLast(charsOf);
  /** What the server said of it once it was over here: a response, progress, anything on its stream. */
  readonly receivedLater = new FirstAndLast(charsOf);
  /** Log messages on a shared channel once it was over here, whatever they are about. */
  readonly logsLater = new FirstAndLast(charsOf);
  readonly #isShared: boolean;
  readonly #stop: () => void;
  /** Sent before the call was known. */
  #early: Frame[] | undefined = [];
  readonly #calls: RunningCall[] = [];
  #isOver = false;
  #isClosed = false;

  constructor(client: Client) {
    this.#isShared = client.transport !== 'http';
    this.#stop = client.onFrame((frame) => this.#add(frame));
  }

  /** Nobody watches any more: what comes from now on is not here. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** A request of the call is about to be sent. */
  expect(): void {
    this.#early ??= [];
  }

  /** Whether a frame is of the call, either way. */
  owns(frame: Frame): boolean {
    return this.#calls.some((call) => call.owns(frame));
  }

  follow(call: RunningCall): void {
    this.#calls.push(call);
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const frame of early) this.#add(frame);
  }

  /** The call has been given up: what the server says from now on is evidence. */
  markOver(): void {
    this.#isOver = true;
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #add(frame: Frame): void {
    const { direction, message } = frame;
    if (direction === 'out') {
      if (this.#early) this.#early.push(frame);
      else if (this.owns(frame)) this.sent.add(frame);
    } else if (this.#isOver && message) {
      if (this.owns(frame)) this.receivedLater.add(frame);
      else if (this.#isShared && message.kind === 'notification' && message.method === methods.message) {
        this.logsLater.add(frame);
      }
    }
  }
}

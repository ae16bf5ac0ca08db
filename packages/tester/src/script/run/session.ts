import type { Era } from '@mcpfusion/protocol';
import type { Finding } from '../../checks/finding.js';
import type { Connection } from '../../connection/connection.js';
import type { EraChoice } from '../../connection/target.js';
import type { CallFrames } from '../calls/call-frames.js';
import type { CallSpan } from '../calls/call-record.js';
import { CommandFailure } from '../failure.js';
import { ScriptAnswers } from '../input/script-answers.js';
import { Notifications } from '../notifications/notifications.js';
import { untilAborted } from '../pause.js';
import type { ScriptHost } from '../script-host.js';

const maxCallsKept = 200;
/** Of as many calls that were given up it is kept what still comes. */
const maxWatched = 20;

/** The connections of one run of a script, one after the other. */
export class ScriptSession {
  /** What its connections are answered with. */
  readonly answers = new ScriptAnswers();
  readonly #host: Pick<ScriptHost, 'open' | 'signal' | 'onConnected'>;
  readonly #opened: Connection[] = [];
  readonly #calls: CallSpan[] = [];
  readonly #watched: CallFrames[] = [];
  #notifications: Notifications | undefined;
  #spokenEra: Era | undefined;

  /** Notifications are waited for somewhere: what brings them is opened with each connection, so that none is missed. */
  wantsNotifications = false;

  constructor(host: Pick<ScriptHost, 'open' | 'signal' | 'onConnected'>) {
    this.#host = host;
  }

  /** The one that is open, or was the last. */
  get connection(): Connection {
    const connection = this.#opened.at(-1);
    if (!connection) throw new CommandFailure('lost', 'there is no connection');
    return connection;
  }

  get notifications(): Notifications {
    this.#notifications ??= new Notifications(this.connection, this.#host.signal);
    return this.#notifications;
  }

  /** Every connection the script has opened, oldest first. */
  get connections(): readonly Connection[] {
    return this.#opened;
  }

  /** Of the first connection. */
  get spokenEra(): Era | undefined {
    return this.#spokenEra;
  }

  /** When the requests of the script ran, oldest first, the newest 200. */
  get calls(): readonly CallSpan[] {
    return this.#calls;
  }

  get findings(): readonly Finding[] {
    return this.#opened.flatMap(({ findings }) => findings);
  }

  get stderrTail(): string {
    const tails = this.#opened.map((connection) => connection.stderrTail());
    return tails.filter((tail) => tail !== '').join('\n');
  }

  remember(span: CallSpan): void {
    this.#calls.push(span);
    if (this.#calls.length > maxCallsKept) this.#calls.shift();
  }

  /** What comes of a call that was given up is kept, until twenty newer ones are. */
  watch(frames: CallFrames): void {
    this.#watched.push(frames);
    if (this.#watched.length > maxWatched) this.#watched.shift()?.close();
  }

  /** Closes what is open and connects anew. Rejects with `ConnectionFailure`, or when the run is interrupted. */
  async open(era: EraChoice): Promise<void> {
    await this.close();
    const connection = await this.#connect(era);
    this.#opened.push(connection);
    this.#notifications = new Notifications(connection, this.#host.signal);
    // No longer than any request may take: what keeps it from being opened is told where it is waited for.
    if (this.wantsNotifications) await untilAborted(this.#notifications.open(), this.#host.signal);
    this.#spokenEra ??= connection.client.era;
    this.#host.onConnected?.(connection.client.era);
  }

  /** Never rejects. */
  async close(): Promise<void> {
    await this.#notifications?.close();
    this.#notifications = undefined;
    await this.#opened.at(-1)?.close();
  }

  async #connect(era: EraChoice): Promise<Connection> {
    const opening = this.#host.open(era, this.answers.connectInput);
    try {
      return await untilAborted(opening, this.#host.signal);
    } catch (error) {
      // Interrupted: a connection that comes to be all the same is not wanted any more.
      void opening.then(
        (late) => late.close(),
        () => {},
      );
      throw error;
    }
  }
}

import { setupError } from '../errors.js';
import { checkOptions } from '../server/check-options.js';
import { createConnection } from '../server/connection.js';
import { checkOpen, defaultDrainMs, readMs, type CloseOptions } from '../server/drain.js';
import { defaultLimits } from '../server/limits.js';
import { coreOf, type Server } from '../server/server.js';
import { startTimer } from '../timer.js';
import { readStdin } from './stdin-lines.js';
import { stdioChecks, stdioDefaults, type StdioOptions } from './stdio-options.js';
import { onStdout } from './stdout.js';
import { StdoutPipe } from './stdout-pipe.js';
import { takeLine } from './take-line.js';

let isTaken = false;

/**
 * Serves one client on stdin and stdout, until stdin ends, its reader is gone or
 * a signal comes; then the process exits. `server.close()` ends the serving alone:
 * the process ends when nothing else holds it. A promise that a handler has
 * forgotten and that is rejected is logged and ends nothing.
 *
 * Source: 2026-07-28, stdio.
 */
export function serveStdio(server: Server, options: StdioOptions = {}): void {
  checkOptions(options, stdioChecks);
  const {
    resultGapMs = stdioDefaults.resultGapMs,
    maxLineBytes = stdioDefaults.maxLineBytes,
    maxUnsentBytes = defaultLimits.maxUnsentBytes,
    eofDrainMs = stdioDefaults.eofDrainMs,
    drainMs = defaultDrainMs,
  } = options;
  const core = coreOf(server);
  checkOpen(core);
  takeStdio();
  const pipe = new StdoutPipe();
  const connection = createConnection(server, pipe, { ...options, resultGapMs });
  const end = createEnd(server);
  const stopReading = readStdin(maxLineBytes, {
    onLine: (line) => takeLine(line, connection, pipe, maxLineBytes),
    isFull: () => pipe.isPressed() && connection.unsentBytes > maxUnsentBytes,
    whenRead: (callback) => pipe.whenDrained(callback),
    onEnd: () => {
      startTimer(() => connection.close(), eofDrainMs);
      // Later than that in any case: who is gone is not told that the server shuts down.
      end.begin(eofDrainMs + readMs({ drainMs }));
    },
  });
  onStdout('error', () => {
    pipe.close();
    connection.close();
    end.begin(drainMs);
  });
  const stopListening = onSignals(end, drainMs);
  core.transports.add(async (closeOptions?: CloseOptions) => {
    stopReading();
    await atMost(
      readMs(closeOptions),
      connection.written().then(() => pipe.flushed()),
    );
    stopListening();
    end.cannotBegin();
  });
  process.on('unhandledRejection', (cause) =>
    core.log.error('a promise was rejected and nobody handled it', { cause }),
  );
}

function takeStdio(): void {
  if (isTaken) {
    throw setupError('Expected one serveStdio() in a process, got a second: each request would be answered twice.');
  }
  isTaken = true;
}

/** The way out of the process, taken once. */
interface End {
  readonly hasBegun: () => boolean;
  readonly begin: (drainMs: number) => void;
  /** What ends the process from here on is not ours to say. */
  readonly cannotBegin: () => void;
}

function createEnd(server: Server): End {
  let hasBegun = false;
  let isPossible = true;
  return {
    hasBegun: () => hasBegun,
    begin: (drainMs) => {
      if (hasBegun || !isPossible) return;
      hasBegun = true;
      void server.close({ drainMs }).then(() => process.exit(0));
    },
    cannotBegin: () => void (isPossible = false),
  };
}

function onSignals({ hasBegun, begin }: End, drainMs: number): () => void {
  const onSignal = (): void => {
    // A second signal means now.
    if (hasBegun()) process.exit(1);
    begin(drainMs);
  };
  const signals = ['SIGTERM', 'SIGINT'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

async function atMost(timeoutMs: number, work: Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = startTimer(resolve, timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

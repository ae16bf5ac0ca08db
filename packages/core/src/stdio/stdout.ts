/**
 * Takes stdout for the protocol when this module is loaded: from then on whatever
 * else writes there (console.log, a library) lands on stderr, where it harms nobody.
 */
const { stdout, stderr } = process;

type Write = typeof stdout.write;

const original = stdout.write.bind(stdout);

// True, since no drain would ever come.
stdout.write = (...args: unknown[]) => {
  stderr.write(...(args as Parameters<Write>));
  return true;
};

// What is ended takes no more messages.
stdout.end = (...args: unknown[]) => {
  const hasText = typeof args[0] === 'string' || args[0] instanceof Uint8Array;
  stderr.write(...((hasText ? args : ['', ...args.filter((arg) => typeof arg === 'function')]) as Parameters<Write>));
  return stdout;
};

// Nobody has to read stderr: without a listener a closed one would end the process.
stderr.on('error', () => {});

/** Writes to the real stdout. False: the reader is slower than we are. */
export function writeStdout(text: string): boolean {
  return original(text);
}

/** What the system has not taken yet. */
export function unsentStdout(): number {
  return stdout.writableLength;
}

export function onStdout(event: 'drain' | 'error', listener: () => void): void {
  if (event === 'drain') stdout.once('drain', listener);
  else stdout.on('error', listener);
}

/** Resolves when all that was written has been handed to the system, or its reader is gone. */
export async function stdoutFlushed(): Promise<void> {
  do {
    await new Promise<void>((resolve) => original('', () => resolve()));
  } while (stdout.writableLength > 0 && !stdout.destroyed);
}

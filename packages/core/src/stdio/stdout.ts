/**
 * Takes stdout for the protocol when this module is loaded: from then on whatever
 * else writes there (console.log, a library) lands on stderr, where it harms nobody.
 */
const stdout = process.stdout;

const original = stdout.write.bind(stdout);

stdout.write = process.stderr.write.bind<typeof stdout.write>(process.stderr);

/** Writes to the real stdout. False: the reader is slower than we are. */
export function writeStdout(text: string): boolean {
  return original(text);
}

export function onStdout(event: 'drain' | 'error', listener: () => void): void {
  if (event === 'drain') stdout.once('drain', listener);
  else stdout.on('error', listener);
}

/** Resolves when all that was written has been handed to the system. */
export function stdoutFlushed(): Promise<void> {
  return new Promise((resolve) => original('', () => resolve()));
}

import { watch, type FSWatcher } from 'chokidar';

/** An editor may write a file in several steps; what comes within this time after the last one is one change. */
const settleMs = 100;

/** Files that are looked at from the moment it is open. */
export class FileWatch {
  /** Resolves when one of them has changed, appeared or gone. Never rejects. */
  readonly changed: Promise<void>;
  readonly #watcher: FSWatcher;
  #timer: NodeJS.Timeout | undefined;

  static async open(files: readonly string[]): Promise<FileWatch> {
    const watcher = watch([...files], { ignoreInitial: true, atomic: true });
    // What changes before that is not seen.
    await new Promise<void>((resolve) => watcher.once('ready', resolve));
    return new FileWatch(watcher);
  }

  private constructor(watcher: FSWatcher) {
    this.#watcher = watcher;
    this.changed = new Promise((resolve) => {
      const settle = (): void => {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(resolve, settleMs);
      };
      watcher.on('all', settle);
      // A file that cannot be watched any more is looked at again with the next run.
      watcher.on('error', settle);
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }
}

import { watch } from 'chokidar';

/** An editor may write a file in several steps; what comes within this time is one change. */
const settleMs = 100;

/** Resolves when one of the files changes, appears or goes, or the signal aborts. */
export async function untilChanged(files: readonly string[], signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const watcher = watch([...files], { ignoreInitial: true, atomic: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      watcher.on('all', () => (timer ??= setTimeout(resolve, settleMs)));
      watcher.on('error', reject);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}

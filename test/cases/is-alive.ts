import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. On Linux one that has ended, but that nobody has waited for, still has a number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const path = `/proc/${pid}/stat`;
  return !(existsSync(path) && /\) Z /.test(readFileSync(path, 'utf8')));
}

import { spawn, type ChildProcess } from 'node:child_process';
import { signalMarked } from './marked-processes.js';

/**
 * The whole process tree of a server. On POSIX a group of its own, so that a
 * launcher (npx, a shell) does not leave the real server behind. On Linux those
 * that have started a group or session of their own are found by their mark.
 */
const isWindows = process.platform === 'win32';

/** Servers of this process that may still live: none outlives it. */
const living = new Map<number, string>();

function killAll(): void {
  for (const [pid, mark] of living) {
    signalGroup(pid, 'SIGKILL');
    signalMarked(mark, 'SIGKILL');
  }
}

/** Options for `spawn` that make the child lead a group. */
export const leadsGroup = { detached: !isWindows } as const;

export function trackGroup(child: ChildProcess, mark: string): void {
  if (child.pid === undefined) return;
  if (living.size === 0) process.on('exit', killAll);
  living.set(child.pid, mark);
}

export function untrackGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  living.delete(child.pid);
  if (living.size === 0) process.off('exit', killAll);
}

export function isGroupAlive(pid: number): boolean {
  try {
    process.kill(isWindows ? pid : -pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (isWindows) spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
    else process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}

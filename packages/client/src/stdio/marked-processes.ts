import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which the processes of one server know each other. */
export const markName = 'MCPFUSION_SERVER_MARK';

/**
 * The processes that have inherited a mark in their environment, in whatever group or session they are now. On Linux
 * alone: elsewhere nobody can tell, and there are none.
 */
export function markedProcesses(mark: string): number[] {
  if (process.platform !== 'linux') return [];
  const wanted = `${markName}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(wanted))
    .map(Number);
}

/** Empty for a process that has ended, or that is somebody else's. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}

export function signalMarked(mark: string, signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const pid of markedProcesses(mark)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  }
}

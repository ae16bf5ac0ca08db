import type { Era } from '@mcpfusion/protocol';

/** A fault of the scripted server: see `server/faults.mjs`. */
export interface Fault {
  readonly rule: string;
  readonly eras?: readonly Era[];
  readonly transports?: readonly ('stdio' | 'http')[];
  /** It shows only a while after a cancel. */
  readonly cancels?: boolean;
  /** It shows only a while after the level was set. */
  readonly waitsForLevel?: boolean;
}

export async function loadFaults(): Promise<Readonly<Record<string, Fault>>> {
  const { faults } = (await import(new URL('./server/faults.mjs', import.meta.url).href)) as {
    faults: Readonly<Record<string, Fault>>;
  };
  return faults;
}

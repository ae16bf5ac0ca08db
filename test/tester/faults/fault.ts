import type { Era } from '@mcpfusion/protocol';

/** A fault of the scripted server: see `server/faults.mjs`. */
export interface Fault {
  readonly rule: string;
  readonly eras?: readonly Era[];
  readonly transports?: readonly ('stdio' | 'http')[];
  /** It shows only after a cancel. */
  readonly cancels?: boolean;
  /** It shows only to a client that takes pages as well as forms. */
  readonly asksByUrl?: boolean;
  /** It shows only to a client that has a model as well. */
  readonly takesAll?: boolean;
}

export async function loadFaults(): Promise<Readonly<Record<string, Fault>>> {
  const { faults } = (await import(new URL('./server/faults.mjs', import.meta.url).href)) as {
    faults: Readonly<Record<string, Fault>>;
  };
  return faults;
}

/** The scripted server over HTTP, in this process. */
export async function openHttp(name: string | undefined): Promise<{ readonly url: string; readonly stop: () => void }> {
  const opener = (await import(new URL('./server/open-http.mjs', import.meta.url).href)) as {
    openHttp: (fault: string | undefined) => Promise<{ readonly url: string; readonly stop: () => void }>;
  };
  return opener.openHttp(name);
}

/** Something that a test waits for, and lets go. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
}

export function createGate(): Gate {
  let open!: () => void;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Long enough for whatever needs no timer. */
export async function turns(count = 30): Promise<void> {
  for (let number = 0; number < count; number++) await turn();
}

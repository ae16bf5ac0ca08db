/**
 * A controller whose signal takes any number of listeners. Node warns of a leak from the
 * eleventh on, but this signal ends with its call, and a call may well ask twenty hosts at once.
 */
export function openController(): AbortController {
  const controller = new AbortController();
  nodeEvents?.setMaxListeners(0, controller.signal);
  return controller;
}

interface NodeEvents {
  setMaxListeners(count: number, ...targets: EventTarget[]): void;
}

interface NodeProcess {
  getBuiltinModule?(name: string): NodeEvents | undefined;
}

// Not imported: other hosts have no such module, and no such warning.
const nodeEvents = (globalThis as { readonly process?: NodeProcess }).process?.getBuiltinModule?.('node:events');

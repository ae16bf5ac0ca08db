type Callback = (reason: unknown) => void;

interface Hub {
  readonly callbacks: Set<Callback>;
  readonly listener: () => void;
}

const hubs = new WeakMap<AbortSignal, Hub>();

/**
 * Calls `run` once when the signal fires, unless the returned function is called before.
 *
 * A signal carries one listener of ours however many calls share it, and none
 * when all are over: listeners left on a long-lived signal are a leak, and Node
 * warns of the eleventh.
 */
export function onAbort(signal: AbortSignal, run: Callback): () => void {
  const hub = hubs.get(signal) ?? open(signal);
  // Wrapped, so that two calls may give the same function.
  const callback: Callback = (reason) => run(reason);
  hub.callbacks.add(callback);
  return () => {
    hub.callbacks.delete(callback);
    if (hub.callbacks.size === 0) close(signal, hub);
  };
}

function open(signal: AbortSignal): Hub {
  const callbacks = new Set<Callback>();
  const hub: Hub = {
    callbacks,
    listener: () => {
      close(signal, hub);
      for (const callback of callbacks) callback(signal.reason);
    },
  };
  hubs.set(signal, hub);
  signal.addEventListener('abort', hub.listener);
  return hub;
}

function close(signal: AbortSignal, hub: Hub): void {
  signal.removeEventListener('abort', hub.listener);
  if (hubs.get(signal) === hub) hubs.delete(signal);
}

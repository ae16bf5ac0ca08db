/** What a body that stands at its gate is told to do next. */
export type Order =
  | { readonly do: 'progress'; readonly value: number }
  | { readonly do: 'log' }
  /** Reports and logs a turn later, whatever has become of the call by then. */
  | { readonly do: 'murmur' }
  | { readonly do: 'nest'; readonly tool: string; readonly isAwaited: boolean }
  | { readonly do: 'return' }
  | { readonly do: 'throw' };

/** What was seen of one body. */
export interface Body {
  readonly tag: string;
  readonly tool: string;
  isIn: boolean;
  /** How its signal has fired, each time. */
  readonly aborts: string[];
}

interface Gate {
  readonly orders: Order[];
  wake: (() => void) | undefined;
}

/**
 * Where the bodies of a run stand and wait for orders, by the tag in their
 * arguments: no run depends on time. At the end `openAll` lets everyone return.
 */
export class Stage {
  readonly bodies: Body[] = [];
  readonly faults: string[] = [];
  readonly #gates = new Map<string, Gate>();
  readonly #told = new Set<string>();
  #isOpen = false;
  #nested = 0;

  order(tag: string, order: Order): void {
    const gate = this.#gate(tag);
    if (order.do === 'return' || order.do === 'throw') this.#told.add(tag);
    gate.orders.push(order);
    gate.wake?.();
  }

  /** Whether a body of that tag has been told to end, or will be when it comes. */
  mayEnd(tag: string): boolean {
    return this.#told.has(tag);
  }

  /** For a body that one of that tag has asked for. */
  nestedTag(tag: string): string {
    return `${tag}/${++this.#nested}`;
  }

  openAll(): void {
    this.#isOpen = true;
    for (const gate of this.#gates.values()) gate.wake?.();
  }

  /** Bodies of that tool that are inside now. */
  inside(tool: string): readonly Body[] {
    return this.bodies.filter((body) => body.isIn && body.tool === tool);
  }

  enter(tag: string, tool: string, signal: AbortSignal, most: number): Body {
    const body: Body = { tag, tool, isIn: true, aborts: [] };
    this.bodies.push(body);
    const inside = this.inside(tool).length;
    if (inside > most) this.faults.push(`${inside} bodies of ${tool} at once, ${most} may be`);
    if (signal.aborted) this.faults.push(`a body of ${tool} was started after its cancel`);
    signal.addEventListener('abort', () => body.aborts.push((signal.reason as { kind: string }).kind));
    return body;
  }

  /** The next order. Rejects with the signal's reason; without a signal it is deaf to any cancel. */
  async next(tag: string, signal: AbortSignal | undefined): Promise<Order> {
    const gate = this.#gate(tag);
    for (;;) {
      signal?.throwIfAborted();
      const order = gate.orders.shift();
      if (order) return order;
      if (this.#isOpen) return { do: 'return' };
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          signal?.removeEventListener('abort', wake);
          gate.wake = undefined;
          resolve();
        };
        gate.wake = wake;
        signal?.addEventListener('abort', wake, { once: true });
      });
    }
  }

  #gate(tag: string): Gate {
    const gate = this.#gates.get(tag) ?? { orders: [], wake: undefined };
    this.#gates.set(tag, gate);
    return gate;
  }
}

import { isObject, isUrlRequest, own, type Params } from '@mcpfusion/protocol';
import { type Cancellation } from '../call/cancellation.js';
import type { CallMemory } from '../handler/call-memory.js';
import { startTimer, unref } from '../timer.js';
import { visitIdOf, visitsOf, type AskedVisits, type Visits } from './visits.js';

/** An open question that waits for a visit, of a call or of one inside it. */
interface OpenVisit {
  /** As the client sees it. */
  readonly key: string;
  readonly visits: AskedVisits;
  readonly id: string;
}

/** Visits that the client says its user has agreed to, and whose pages have not told of their end. */
export class EarlyVisits {
  readonly #visits: Visits;
  readonly #open: readonly OpenVisit[];
  #early: readonly OpenVisit[];

  private constructor(visits: Visits, open: readonly OpenVisit[], early: readonly OpenVisit[]) {
    this.#visits = visits;
    this.#open = open;
    this.#early = early;
  }

  static async find(visits: Visits, memory: CallMemory, responses: Params): Promise<EarlyVisits> {
    const open = openVisits(memory);
    const agreed = open.filter(({ key }) => isAccepted(own(responses, key)));
    const areOver = await Promise.all(agreed.map(({ visits: asked, id }) => visits.isOver(asked, id)));
    const early = agreed.filter((_visit, index) => !areOver[index]);
    return new EarlyVisits(visits, open, early);
  }

  get keys(): ReadonlySet<string> {
    return new Set(this.#early.map(({ key }) => key));
  }

  /** What is an answer now. */
  without(responses: Params): Params {
    const { keys } = this;
    return Object.fromEntries(Object.entries(responses).filter(([key]) => !keys.has(key)));
  }

  /** Of what was asked at once one refusal is enough: nobody waits for the others. `open`: what is still asked for. */
  closeAllBut(open: readonly string[]): void {
    const waiting = new Set(this.#open.filter(({ key }) => open.includes(key)).map(({ visits }) => visits));
    for (const { visits } of this.#open) if (!waiting.has(visits)) this.#visits.close(visits);
  }

  /** Waits until all of them are over, or the time, or the call. Then only those are left that are not. */
  async hold(holdMs: number, cancellation: Cancellation): Promise<void> {
    if (this.#early.length === 0 || holdMs <= 0) return;
    const left = new Set(this.#early);
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        cancellation.unlisten(listener);
        for (const unwatch of watches) unwatch();
        resolve();
      };
      const listener = { onCancel: end };
      const timer = unref(startTimer(end, holdMs));
      const watches = this.#early.map((visit) =>
        this.#visits.watch(visit.visits, visit.id, () => {
          left.delete(visit);
          if (left.size === 0) end();
        }),
      );
      cancellation.listen(listener);
    });
    this.#early = [...left];
  }
}

function openVisits(memory: CallMemory, prefix = ''): OpenVisit[] {
  const visits = visitsOf(memory);
  const here = Object.entries(memory.pending).flatMap(([key, request]): OpenVisit[] => {
    const id = visitIdOf(visits, key);
    return visits && id !== undefined && isUrlRequest(request) ? [{ key: prefix + key, visits, id }] : [];
  });
  const inner = Object.entries(memory.children).flatMap(([name, child]) => openVisits(child, `${prefix}${name}/`));
  return [...here, ...inner];
}

function isAccepted(response: unknown): boolean {
  return isObject(response) && response['action'] === 'accept';
}

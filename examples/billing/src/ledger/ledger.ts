import { readFileSync } from 'node:fs';
import type { Invoice } from './invoice.js';

const dataPath = new URL('../../data/invoices.json', import.meta.url);

/** All invoices, in the memory of this process. A real one is a database; `change` is then its one conditional update. */
export class Ledger {
  readonly #invoices = new Map<string, Invoice>();

  constructor() {
    this.reset();
  }

  list(): readonly Invoice[] {
    return [...this.#invoices.values()];
  }

  find(id: string): Invoice | undefined {
    return this.#invoices.get(id);
  }

  /**
   * Replaces an invoice that is still as `known`: `UPDATE … WHERE id = … AND status = …`. False: somebody was faster,
   * and nothing has changed. This is what makes a refund happen once, whoever asks for it and however often.
   */
  change(known: Invoice, changes: Partial<Omit<Invoice, 'id'>>): boolean {
    if (this.#invoices.get(known.id) !== known) return false;
    this.#invoices.set(known.id, Object.freeze({ ...known, ...changes }));
    return true;
  }

  /** As it was when the process started. */
  reset(): void {
    this.#invoices.clear();
    for (const invoice of JSON.parse(readFileSync(dataPath, 'utf8')) as Invoice[])
      this.#invoices.set(invoice.id, Object.freeze(invoice));
  }
}

/** The one of this process. */
export const ledger = new Ledger();

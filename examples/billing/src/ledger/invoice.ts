/** `open` is yet to be paid; the last two are final. */
export const statuses = ['open', 'paid', 'refunded', 'written_off'] as const;
export type InvoiceStatus = (typeof statuses)[number];

export interface Invoice {
  /** `inv_1041` */
  readonly id: string;
  readonly customer: string;
  readonly amountCents: number;
  readonly status: InvoiceStatus;
  /** `2026-03-02` */
  readonly issuedOn: string;
  readonly dueOn: string;
}

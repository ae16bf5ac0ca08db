export const regions = ['eu', 'us'] as const;
export type Region = (typeof regions)[number];

/** What is ordered. */
export interface Order {
  readonly region: Region;
  readonly sizeGb: number;
}

export interface Env extends Order {
  /** `env-1` */
  readonly id: string;
  /** It costs nothing until it runs. */
  readonly eurPerDay: number;
  readonly state: 'reserved' | 'running';
  /** `2026-03-02T09:30:00.000Z`: what has not been started by then is dropped. */
  readonly reservedUntil?: string;
  readonly label?: string;
}

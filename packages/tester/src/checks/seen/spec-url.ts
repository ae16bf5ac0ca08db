const root = 'https://modelcontextprotocol.io/specification';

/** `spec2026('basic/patterns/progress#progress-flow')` */
export function spec2026(page: string): string {
  return `${root}/2026-07-28/${page}`;
}

export function spec2025(page: string): string {
  return `${root}/2025-11-25/${page}`;
}

/** A value as JSON, cut to what fits into a sentence. */
export function show(value: unknown, maxChars = 80): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

/** Text that came in, quoted and cut. */
export function quote(raw: string): string {
  return show(raw, 120);
}

/** A value by its kind where it has parts. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `the ${typeof value} ${show(value)}`;
}

/** `tools/call 7`: a request by method and id. */
export function name({ method, id }: { readonly method: string; readonly id: unknown }): string {
  return `${method} ${show(id)}`;
}

/** Whether a value carries a brand, a registered symbol. Never throws: a Proxy may refuse to be looked at. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return brand in value;
  } catch {
    return false;
  }
}

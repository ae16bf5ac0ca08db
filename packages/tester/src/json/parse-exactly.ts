/** A string, or a number, of JSON text. */
const scalar = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * `JSON.parse`, but a number that JavaScript would change on the way (9007199254740993, 1e999) is an error instead of
 * another number. Throws `SyntaxError` and `RangeError`.
 */
export function parseExactly(text: string): unknown {
  const value: unknown = JSON.parse(text);
  for (const [literal] of text.matchAll(scalar)) {
    if (!literal.startsWith('"') && isChanged(literal)) {
      throw new RangeError(`${literal} cannot be sent exactly: it would become ${Number(literal)}`);
    }
  }
  return value;
}

function isChanged(literal: string): boolean {
  const value = Number(literal);
  return (
    !Number.isFinite(value) ||
    (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value) && BigInt(literal) !== BigInt(value))
  );
}

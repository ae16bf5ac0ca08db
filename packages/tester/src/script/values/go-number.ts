const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(?:\d+(?:_\d+)*(?:\.(?:\d+(?:_\d+)*)?)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/;
const special = /^(?:[+-]?inf(?:inity)?|nan)$/i;

/** Whether the text is an integer as scripts write it: `+5` is, `1.0` and `1e3` are not. */
export function isIntegerText(text: string): boolean {
  return integer.test(text);
}

/** A number as scripts write it: `1e3`, `.5`, `1_000`, `Inf`, `NaN`. No hexadecimal. Undefined for anything else. */
export function parseNumber(text: string): number | undefined {
  if (decimal.test(text)) return Number(text.replaceAll('_', ''));
  if (!special.test(text)) return undefined;
  if (/^nan$/i.test(text)) return Number.NaN;
  return text.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

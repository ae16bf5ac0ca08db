const maxChars = 200;

/** The beginning of a text for a message; the sign at its end says that there was more. */
export function shorten(text: string): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
}

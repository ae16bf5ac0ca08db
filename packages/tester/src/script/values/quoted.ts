const maxChars = 500;

/** A text in quotes for a message, shortened where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text));
}

export function shortened(text: string): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}… (${text.length} characters)`;
}

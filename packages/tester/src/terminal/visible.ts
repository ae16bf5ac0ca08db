/**
 * Control characters, but for tab and the ends of lines, and those that turn the direction of text. What a server says
 * must not steer the terminal or the log that it is shown on.
 */
// oxlint-disable-next-line no-control-regex
const controls = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text fit for a terminal: `\u001b[2J` is shown, not obeyed. JSON stays JSON of the same value. */
export function visible(text: string): string {
  return text.replace(controls, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same in one line, cut at `maxChars`. */
export function oneLine(text: string, maxChars = 200): string {
  const line = visible(text.replaceAll(/\r?\n/g, '\\n'));
  return line.length > maxChars ? `${line.slice(0, maxChars - 1)}…` : line;
}

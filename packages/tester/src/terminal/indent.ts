/** Every line of a text, further to the right. */
export function indent(text: string, columns = 2): string {
  return text.replaceAll(/^/gm, ' '.repeat(columns));
}

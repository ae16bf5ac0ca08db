/** The same function of a text, worked out anew only when the text changes: clients repeat their headers. */
export function rememberLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: string | undefined;
  let value!: T;
  return (text) => {
    if (text !== last) {
      value = compute(text);
      last = text;
    }
    return value;
  };
}

const minBeginning = 4;

/** How many letters must be put in, taken out or changed to make one word of the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const [above = 0, left = 0, corner = 0] = [previous[column], current[column - 1], previous[column - 1]];
      current.push(Math.min(above + 1, left + 1, corner + change));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** The name that the word begins, or that differs least, if it differs little enough to be meant. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const lower = word.toLowerCase();
  const begun = word.length >= minBeginning ? known.find((name) => name.toLowerCase().startsWith(lower)) : undefined;
  if (begun !== undefined) return begun;
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(lower, name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

/**
 * Keeps `inFlight` calls open on a server's stdin until `count` have been
 * answered. Each answer is looked at by `check`.
 */
export function stdioLoad({ child, makeLine, inFlight, count, check }) {
  return new Promise((resolve) => {
    const state = { sent: 0, answered: 0, wrong: 0 };
    let rest = '';
    const fill = (free) => {
      let out = '';
      for (; free > 0 && state.sent < count; free--) out += `${makeLine(++state.sent)}\n`;
      if (out !== '') child.stdin.write(out);
    };
    child.stdout.setEncoding('utf8');
    const read = (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      for (const line of lines) if (!check(line)) state.wrong++;
      state.answered += lines.length;
      if (state.answered < count) return fill(lines.length);
      child.stdout.off('data', read);
      resolve(state);
    };
    child.stdout.on('data', read);
    fill(inFlight);
  });
}

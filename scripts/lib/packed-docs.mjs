// The documents that @mcpfusion/core is packed with. They link to more than the package has: to code, to
// contributors' pages. There, such a link is only its words.
import { posix } from 'node:path';

export const packedDocs = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'docs/errors.md',
  'docs/handlers.md',
  'docs/hosting.md',
  'docs/limits.md',
];

const isElsewhere = (target) => /^(?:[a-z][a-z+.-]*:|#)/i.test(target);

/** Whether a link of `name` leads to something that is packed, or out of the repository. */
function isAlive(name, target) {
  if (isElsewhere(target)) return true;
  return packedDocs.includes(posix.join(posix.dirname(name), target.split('#')[0]));
}

/** The text of the document `name` for the package: pictures and list items that lead nowhere go, other links become words. */
export function toPacked(name, text) {
  let inCode = false;
  const lines = text.split('\n').flatMap((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode;
    if (inCode) return [line];
    const led = /^(?:- \[[^\]]*\]|!\[[^\]]*\])\(([^)\s]+)\)/.exec(line);
    if (led !== null && !isAlive(name, led[1])) return [];
    return [line.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, words, to) => (isAlive(name, to) ? link : words))];
  });
  return lines.join('\n').replaceAll(/\n{3,}/g, '\n\n');
}

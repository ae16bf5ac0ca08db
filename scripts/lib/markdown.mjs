// The little of Markdown that the checks need: code blocks, headings, links, code spans.

/** Lines of a text with the fenced blocks taken out and returned beside them. Line numbers start at 1. */
export function readMarkdown(text) {
  const prose = [];
  const blocks = [];
  let open;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line);
    if (open === undefined && fence !== null) {
      open = { fence: fence[1], info: fence[2].trim(), line: index + 2, lines: [] };
      prose.push('');
    } else if (open !== undefined) {
      if (fence !== null && fence[1].startsWith(open.fence) && fence[2] === '') {
        blocks.push({ info: open.info, line: open.line, code: open.lines.join('\n') });
        open = undefined;
      } else open.lines.push(line);
      prose.push('');
    } else prose.push(line);
  }
  if (open !== undefined) throw new Error(`Expected the code block of line ${open.line} to end`);
  return { prose, blocks };
}

/** The TypeScript blocks that are meant to stand alone. */
export function typescriptBlocks(text) {
  return readMarkdown(text).blocks.filter(
    ({ info, code }) => /^(ts|typescript)$/.test(info) && !/^\s*\/\/ fragment\b/.test(code),
  );
}

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(text) {
  const seen = new Map();
  const anchors = new Set();
  for (const line of readMarkdown(text).prose) {
    const heading = /^#{1,6}\s+(.+?)\s*#*$/.exec(line);
    if (heading === null) continue;
    const words = heading[1].replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
    const slug = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  for (const match of text.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(match[1]);
  return anchors;
}

/** `[text](target)` and `[name]: target` outside code. */
export function linksOf(text) {
  const links = [];
  for (const [index, line] of readMarkdown(text).prose.entries()) {
    const plain = line.replaceAll(/`[^`]*`/g, (span) => ' '.repeat(span.length));
    for (const match of plain.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g)) {
      links.push({ target: match[1] ?? match[2], line: index + 1 });
    }
  }
  return links;
}

/** What stands in single backticks, outside code blocks. */
export function codeSpansOf(text) {
  const spans = [];
  for (const [index, line] of readMarkdown(text).prose.entries()) {
    for (const match of line.matchAll(/(?<!`)`([^`]+)`(?!`)/g)) spans.push({ text: match[1], line: index + 1 });
  }
  return spans;
}

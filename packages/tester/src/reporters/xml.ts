const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What XML 1.0 does not allow in any form: most control characters, lone surrogates, U+FFFE, U+FFFF. */
// oxlint-disable-next-line no-control-regex
const notXml =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text for element content and attribute values. What XML cannot carry becomes U+FFFD. */
export function escapeXml(text: string): string {
  return text.replace(notXml, '\ufffd').replace(/[&<>"]/g, (char) => entities[char] ?? char);
}

export type Attributes = Readonly<Record<string, string | number>>;

/** One element: `<name a="1">children</name>`, or `<name a="1"/>` without children. Children are XML already. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${attributeValue(String(value))}"`);
  const open = `<${name}${given.join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('\n')}</${name}>`;
}

// A raw line break in an attribute would be read as a blank.
function attributeValue(text: string): string {
  return escapeXml(text).replace(/[\t\n\r]/g, (char) => `&#${char.charCodeAt(0)};`);
}

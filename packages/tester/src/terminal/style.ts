import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { visible } from './visible.js';

type Format = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string;

export const plain: Style = (_format, text) => text;
const coloured: Style = (format, text) => {
  const [before = '', after = ''] = styleText(format, '|', { validateStream: false }).split('|');
  return `${marked(before)}${text}${marked(after)}`;
};

/** Stands for ESC in colours of this program. No text of a server holds it, as it is another in each process. */
const mark = `\ue000${randomUUID()}\ue001`;

const marked = (text: string): string => text.replaceAll('\u001b', mark);

/** What may be written: every control character is visible, but for those of a `Style`. */
export function safe(text: string): string {
  return visible(text).replaceAll(mark, '\u001b');
}

/**
 * Colours for a terminal that can show them. `NO_COLOR` and `FORCE_COLOR` win.
 *
 * Sources: https://no-color.org, https://force-color.org
 */
export function styleFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  if ((env['NO_COLOR'] ?? '') !== '') return plain;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced === '0' ? plain : coloured;
  return stream.isTTY === true && env['TERM'] !== 'dumb' ? coloured : plain;
}

import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours a text, or leaves it as it is. */
export type Style = (format: Format, text: string) => string;

export const plain: Style = (_format, text) => text;
const coloured: Style = (format, text) => styleText(format, text);

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

import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The font that comes with the example. */
export const fontPath = fileURLToPath(new URL('../../fonts/DejaVuSans.ttf', import.meta.url));
export const fontFamily = 'DejaVu Sans';

/**
 * Draws an SVG as PNG, one pixel a unit, on another thread, so that the event loop stays free.
 *
 * Only the shipped font is used. The renderer skips text without a word when it has no font for it, therefore a missing
 * font file is an error here.
 */
export async function svgToPng(svg: string): Promise<Uint8Array> {
  await access(fontPath);
  const { renderAsync } = await import('@resvg/resvg-js');
  const image = await renderAsync(svg, {
    background: 'white',
    font: { loadSystemFonts: false, fontFiles: [fontPath], defaultFontFamily: fontFamily },
  });
  return image.asPng();
}

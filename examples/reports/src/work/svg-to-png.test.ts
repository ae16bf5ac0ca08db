import { Resvg } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { fontFamily, svgToPng } from './svg-to-png.js';

const label = (text: string, family = fontFamily): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="10" y="28" font-family="${family}" font-size="20">${text}</text></svg>`;

const withoutFonts = (svg: string): Buffer =>
  new Resvg(svg, { background: 'white', font: { loadSystemFonts: false } }).render().asPng();

describe('svgToPng', () => {
  it('draws the text of a label', async () => {
    const withText = await svgToPng(label('Total nonfarm'));
    const without = await svgToPng(label(''));
    expect(Buffer.compare(withText, without)).not.toBe(0);
  });

  it('draws each letter differently', async () => {
    expect(Buffer.compare(await svgToPng(label('AAAA')), await svgToPng(label('ÄÖ±−')))).not.toBe(0);
  });

  it('falls back to the shipped font for an unknown family', async () => {
    const known = await svgToPng(label('Total nonfarm'));
    const unknown = await svgToPng(label('Total nonfarm', 'No Such Font'));
    expect(Buffer.compare(unknown, known)).toBe(0);
  });

  it('compares pictures that would be equal without a font', () => {
    expect(withoutFonts(label('Total nonfarm')).equals(withoutFonts(label('')))).toBe(true);
  });

  it('refuses text that is not well-formed', async () => {
    await expect(svgToPng('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g></svg>')).rejects.toThrow(
      'expected',
    );
  });
});
